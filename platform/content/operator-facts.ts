import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ContentFault } from './content-fault.ts';
import { parseYaml } from './front-matter.ts';

export const operatorFile = 'operator.yaml';

const fact = z.string().max(300).default('');

/** Facts about the operator. The texts of the site contain these facts. Each fact may be empty. */
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
 * Replaces placeholders such as `{operator.email}`. Removes each line that contains a placeholder of an empty fact, so
 * that no sentence has a gap.
 * @throws ContentFault for an unknown fact
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

/** Reads the operator's facts in a language. Returns null if the language has no operator.yaml. */
export function readOperatorFacts(contentDir: string, lang: string): OperatorFacts | null {
  const file = join(lang, operatorFile);
  const place = join(contentDir, file);
  return existsSync(place) ? parseYaml(OperatorFacts, readFileSync(place, 'utf8'), file) : null;
}

/**
 * Returns the mail address of the operator in the English operator.yaml, or null if the field is empty or not a mail
 * address.
 */
export function operatorEmailIn(contentDir: string): string | null {
  const email = z.email().safeParse(readOperatorFacts(contentDir, 'en')?.email);
  return email.success ? email.data : null;
}
