import type { z } from 'zod';

/** The format of message keys; other messages of issues are zod's own, for developers. */
const messageKey = /^[a-z][a-z0-9_.]*$/;
/** The maximum number of fields in one answer. */
const mostFields = 50;
const longestName = 64;

/**
 * The `data.fields` of a 10400 answer: each wrong field with the key of its message. Names are dotted paths; `data` is
 * the request as a whole. The locale files hold the texts.
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
