import type { z } from 'zod';

/** The format of message keys. A message in any other format is one of zod's own English messages. */
const messageKey = /^[a-z][a-z0-9_.]*$/;
/** Maximum number of fields in one answer. */
const mostFields = 50;
const longestName = 64;

/**
 * Returns the `data.fields` of a 10400 answer: each invalid field with its message key. Field names are dotted paths.
 * The name `data` stands for the whole request. The locale files contain the text of each message key.
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
