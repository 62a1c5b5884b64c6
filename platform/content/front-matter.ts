import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { ContentFault } from './content-fault.ts';

/**
 * Names of the site's illustrations. A text names one of these illustrations as its image. A text about a game names
 * the gameId of that game instead.
 */
export const illustrations = [
  'balls',
  'ticket',
  'shield',
  'calendar',
  'chart',
  'phone',
  'gift',
  'handshake',
  'map',
  'trophy',
  'scale',
  'heart',
  'wallet',
  'medal',
  'magnifier',
  'slip',
  'seal',
  'hourglass',
] as const;

/**
 * Schema of a plain-text field. Some clients render these fields as HTML and others as plain text. HTML tags and
 * entities are rejected, because they would not look the same in all clients.
 */
function plainText(min: number, max: number) {
  return z
    .string()
    .trim()
    .min(min, `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)
    .regex(/^[^<>\n]*$/, 'must be one line of plain text without < or >')
    .refine((text) => !/&[a-z0-9#]+;/i.test(text), 'must be plain text without HTML entities');
}

const day = z.iso.date('must be a day as YYYY-MM-DD');
const factName = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'names must be lower-case letters, digits and _');

export const FrontMatter = z
  .strictObject({
    title: plainText(2, 120),
    /** Title of the page in browser tabs, search results and shared links. */
    seoTitle: plainText(10, 70),
    /** Description for search engines, which truncate descriptions of more than 160 characters. */
    description: plainText(50, 160),
    excerpt: plainText(20, 300),
    date: day,
    modified: day.optional(),
    image: z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be the name of an illustration or a gameId'),
    /**
     * Position in the list of texts of the same group. The smallest number is first. Texts with equal numbers are
     * sorted newest first.
     */
    order: z.int().optional(),
    /** Whether search engines may list the page. False adds `noindex` to the page. */
    index: z.boolean().default(true),
    /** Layout of the body. `questions` turns every section under an h3 into a collapsed <details>. */
    layout: z.enum(['text', 'questions']).default('text'),
    meta: z.record(factName, z.union([z.string(), z.number(), z.boolean()])).default({}),
  })
  .refine((text) => text.modified === undefined || text.modified >= text.date, {
    path: ['modified'],
    message: 'must not be before date',
  });
export type FrontMatter = z.infer<typeof FrontMatter>;

/**
 * Parses YAML and validates it.
 * @param file path of the file, for the error message
 * @throws ContentFault that names the file and the first wrong field
 */
export function parseYaml<S extends z.ZodType>(schema: S, yaml: string, file: string): z.output<S> {
  let value: unknown;
  try {
    value = parse(yaml);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new ContentFault(file, 'front matter', error.message);
  }
  const checked = schema.safeParse(value ?? {});
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0];
  const field = [
    ...(issue?.path ?? []),
    ...(issue?.code === 'unrecognized_keys' ? [issue.keys[0] ?? ''] : []),
  ];
  throw new ContentFault(file, field.join('.') || 'front matter', issue?.message ?? 'is wrong');
}

/**
 * Splits a Markdown file into validated front matter and body.
 * @throws ContentFault that names the file and the first wrong field
 */
export function splitFrontMatter(source: string, file: string): { head: FrontMatter; body: string } {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const match = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text);
  if (!match) throw new ContentFault(file, 'front matter', 'must begin the file, between two lines of ---');
  return { head: parseYaml(FrontMatter, match[1] ?? '', file), body: text.slice(match[0].length) };
}
