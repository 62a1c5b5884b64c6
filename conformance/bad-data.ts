import type { Call } from '../shared/contract/call.ts';
import { wrongFieldsOf } from '../shared/contract/wrong-fields.ts';

/** A request that the contract does not let through. */
export interface BadData {
  what: string;
  data: unknown;
  /** One of these must be named in `data.fields`; none: any. */
  named: string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const extraField = 'conformance_extra';
/** No field of any call is such a thing. */
const otherThing = { not: ['what', 'was', 'asked'] };

/**
 * What can be done to a good request so that the contract's own schema refuses it: each field missing, of another
 * type, a field that nobody knows, and no object at all. What the schema lets through is left out.
 */
export function badDataOf(call: Call, good: unknown): BadData[] {
  const bad: BadData[] = [];
  const add = (what: string, data: unknown, field: string | null): void => {
    const parsed = call.request.safeParse(data);
    if (parsed.success) return;
    const names = Object.keys(wrongFieldsOf(parsed.error));
    const own = names.filter((name) => name === field || name.startsWith(`${field}.`));
    bad.push({ what, data, named: own.length > 0 ? own : names });
  };
  if (isRecord(good)) {
    for (const field of Object.keys(good)) {
      const { [field]: _, ...rest } = good;
      add(`without ${field}`, rest, field);
      add(`${field} of another type`, { ...good, [field]: otherThing }, field);
    }
    add('an unknown field', { ...good, [extraField]: 1 }, extraField);
  }
  add('a list in place of data', [], null);
  return bad;
}
