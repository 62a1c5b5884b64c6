import path from 'node:path';
import { z } from 'zod';
import { namesOf } from '../../shared/names-of.ts';
import { shippedFiles } from '../config/project-root.ts';
import { readYamlFile } from '../config/yaml-files.ts';
import { type Template, templates } from './kinds.ts';

/** Languages of messages. A recipient with any other language gets English. */
export const languages = ['en', 'hi', 'pt', 'nb'] as const;
export type MessageLanguage = (typeof languages)[number];

export function languageOf(asked: string | null | undefined): MessageLanguage {
  return languages.find((language) => language === asked) ?? languages[0];
}

const line = z.string().trim().min(1);
const TemplateText = z.strictObject({
  subject: line,
  heading: line,
  /**
   * Paragraphs of the message. A paragraph `{otp}` is printed in large type. A paragraph with a placeholder for an
   * unknown value is omitted.
   */
  body: z.array(line).min(1),
  /** Label of the button. The default is the label that all messages share. */
  button: line.optional(),
  /** Text of the SMS. Messages that are only sent by mail have no such text. */
  sms: line.optional(),
});
export type TemplateText = z.infer<typeof TemplateText>;

const TemplateTexts = z.record(z.enum(namesOf(templates)), TemplateText);

const CommonTexts = z.strictObject({
  brand: line,
  greeting: line,
  greetingUnnamed: line,
  button: line,
  footer: z.array(line).min(1),
  /** The sentence that names the operator's support address. It is omitted if the operator has no such address. */
  answers: line.includes('{support}'),
  /** For each subscription, the reason why the player gets the mail. */
  subscriptions: z.strictObject({ wins: line, promotions: line, notices: line }),
  /** Texts of two links: the link that ends the subscription, and the link to the preferences. */
  unsubscribe: line,
  preferences: line,
  /** Texts for the values of a field, such as the text for the period `day`. */
  words: z.record(z.string(), z.record(z.string(), line)),
});

export interface Texts extends z.infer<typeof CommonTexts> {
  templates: Readonly<Record<Template, TemplateText>>;
}

export const textsFolder = shippedFiles('platform/messages/texts');

/**
 * Reads a file that contains a text for each language.
 * @throws if the file is missing or malformed; the error names the file
 */
function readFile<T>(name: string, text: z.ZodType<T>): Record<MessageLanguage, T> {
  const file = path.join(textsFolder, `${name}.yaml`);
  const InLanguages = z.strictObject({ en: text, hi: text, pt: text, nb: text });
  const parsed = InLanguages.safeParse(readYamlFile(file));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

let read: Record<MessageLanguage, Texts> | undefined;

function readTexts(): Record<MessageLanguage, Texts> {
  const common = readFile('common', CommonTexts);
  const files = namesOf(templates).map((name) => [name, readFile(name, TemplateText)] as const);
  const textsIn = (language: MessageLanguage): Texts => {
    const own = Object.fromEntries(files.map(([name, texts]) => [name, texts[language]]));
    return { ...common[language], templates: TemplateTexts.parse(own) };
  };
  return { en: textsIn('en'), hi: textsIn('hi'), pt: textsIn('pt'), nb: textsIn('nb') };
}

/** Returns the texts of every language. The files are read once. */
export function loadMessageTexts(): Record<MessageLanguage, Texts> {
  return (read ??= readTexts());
}
