import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** Languages of messages. A recipient with any other language gets English. */
export const languages = ['en', 'hi', 'pt', 'nb'] as const;
export type MessageLanguage = (typeof languages)[number];

export function languageOf(asked: string | null | undefined): MessageLanguage {
  return languages.find((language) => language === asked) ?? languages[0];
}

/** The values that each template needs, besides `username` and `site`. */
export const templates = {
  welcome: [],
  contact_otp: ['otp', 'minutes'],
  reset_otp: ['otp', 'minutes'],
  claim_otp: ['otp', 'minutes'],
  /** Sent after a reset by one-time password. */
  password_changed: [],
  /** Sent after a player replaced the password within a session. */
  password_replaced: [],
  login_locked: ['tries'],
  /** Sent to the old contact of an account; `link` undoes the change. */
  contact_changed: ['link'],
  contact_replaced: [],
  /** Sent to a friend whom a player (`bringer`) invites; `stop` is the link that stops further invitations. */
  refer_friend: ['bringer', 'code', 'stop'],
  support_contact: ['reference', 'name', 'email', 'message'],
  support_demo: ['reference', 'name', 'email', 'message'],
} as const satisfies Record<string, readonly string[]>;
export type Template = keyof typeof templates;
export type TemplateValues<T extends Template> = Record<(typeof templates)[T][number], string>;

const line = z.string().trim().min(1);
const TemplateText = z.strictObject({
  subject: line,
  heading: line,
  /**
   * Paragraphs of the message. A paragraph `{otp}` is printed in large type. A paragraph with a placeholder for an
   * unknown value is omitted.
   */
  body: z.array(line).min(1),
  sms: line,
});
export const Texts = z.strictObject({
  brand: line,
  greeting: line,
  greetingUnnamed: line,
  button: line,
  footer: z.array(line).min(1),
  templates: z.strictObject({
    welcome: TemplateText,
    contact_otp: TemplateText,
    reset_otp: TemplateText,
    claim_otp: TemplateText,
    password_changed: TemplateText,
    password_replaced: TemplateText,
    login_locked: TemplateText,
    contact_changed: TemplateText,
    contact_replaced: TemplateText,
    refer_friend: TemplateText,
    support_contact: TemplateText,
    support_demo: TemplateText,
  }),
});
export type Texts = z.infer<typeof Texts>;

/** The folder is next to this file, both in the source and in dist/. */
export const textsFolder = path.join(import.meta.dirname, 'texts');

/** @throws an error that names the missing or malformed file */
function readTexts(language: MessageLanguage): Texts {
  const file = path.join(textsFolder, `${language}.yaml`);
  const parsed = Texts.safeParse(parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Returns the texts of every language, read once at the start. */
export function loadMessageTexts(): Record<MessageLanguage, Texts> {
  return {
    en: readTexts('en'),
    hi: readTexts('hi'),
    pt: readTexts('pt'),
    nb: readTexts('nb'),
  };
}
