import type { Call } from '../shared/contract/call.ts';
import { parseRequest } from '../shared/contract/parse-request.ts';
import { wrongFieldsOf } from '../shared/contract/wrong-fields.ts';

/** An invalid request, which the contract's schema rejects. */
export interface BadData {
  what: string;
  data: unknown;
  /** `data.fields` of the answer must contain one of these names. If the list is empty, any name is accepted. */
  named: string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const extraField = 'conformance_extra';
/** A value that no field of any call accepts. */
const wrongValue = { conformance: ['wrong', 'type'] };

/**
 * Returns invalid variants of a valid request. In most variants, one field is missing, has another type or is unknown.
 * In one variant, a list replaces the whole object. Variants that the schema accepts are omitted.
 */
export function badDataOf(call: Call, good: unknown): BadData[] {
  const bad: BadData[] = [];
  const add = (what: string, data: unknown, field: string | null): void => {
    const parsed = parseRequest(call.request, data);
    if (parsed.success) return;
    const names = Object.keys(wrongFieldsOf(parsed.error));
    const own = names.filter((name) => name === field || name.startsWith(`${field}.`));
    bad.push({ what, data, named: own.length > 0 ? own : names });
  };
  if (isRecord(good)) {
    for (const field of Object.keys(good)) {
      const { [field]: _, ...rest } = good;
      add(`without ${field}`, rest, field);
      add(`${field} of another type`, { ...good, [field]: wrongValue }, field);
    }
    add('an unknown field', { ...good, [extraField]: 1 }, extraField);
  }
  add('a list in place of data', [], null);
  return bad;
}
