import type { z } from 'zod';

/** What a schema says of a wrong field where it has words for it; zod's own are for programmers. */
const messageKey = /^[a-z][a-z0-9_.]*$/;
/** Whoever sends more than these wrong ones learns of these. */
const mostFields = 50;
const longestName = 64;

/**
 * Each wrong field's name with the key of its message, as `data.fields` of a 10400 answers them: names are dotted
 * paths, `data` for the whole; the locale files hold the texts.
 */
export function wrongFieldsOf(error: z.ZodError): Record<string, string> {
  const fields = new Map<string, string>();
  const add = (name: string, message: string): void => {
    const short = name.slice(0, longestName);
    if (fields.size < mostFields && !fields.has(short)) fields.set(short, message);
  };
  for (const issue of error.issues) {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add([...path, key].join('.'), 'field.unknown');
    else add(path.join('.') || 'data', messageKey.test(issue.message) ? issue.message : 'field.wrong');
  }
  return Object.fromEntries(fields);
}
