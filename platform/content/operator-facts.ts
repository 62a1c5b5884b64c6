import { z } from 'zod';
import { ContentFault } from './content-fault.ts';

const fact = z.string().max(300).default('');

/** What only the operator knows. Every one may be empty: texts read well without. */
export const OperatorFacts = z.strictObject({
  company: fact,
  address: fact,
  licence: fact,
  regulator: fact,
  email: fact,
  phone: fact,
  grievanceOfficer: fact,
  privacyEmail: fact,
});
export type OperatorFacts = z.infer<typeof OperatorFacts>;

const placeholder = /\{operator\.([a-zA-Z]+)\}/g;

/**
 * Puts the operator's facts where a text names them as `{operator.email}`. A line that names an empty fact is
 * left out whole, so that no sentence ever stands with a hole in it.
 * @throws ContentFault for a fact that does not exist
 */
export function fillOperatorFacts(text: string, facts: OperatorFacts, file: string): string {
  const values: Partial<Record<string, string>> = facts;
  const lines = text.split('\n').map((line) => {
    let empty = false;
    const filled = line.replace(placeholder, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new ContentFault(file, 'body', `there is no {operator.${name}}`);
      if (value === '') empty = true;
      return value;
    });
    return empty ? null : filled;
  });
  return lines.filter((line) => line !== null).join('\n');
}
