import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { accountRoutes } from '../../shared/pages/account-routes.ts';

/** Languages of messages. A recipient with any other language gets English. */
export const languages = ['en', 'hi', 'pt', 'nb'] as const;
export type MessageLanguage = (typeof languages)[number];

export function languageOf(asked: string | null | undefined): MessageLanguage {
  return languages.find((language) => language === asked) ?? languages[0];
}

/** The values that each template needs, besides `username`, `site` and `profile`. */
export const templates = {
  welcome: [],
  contact_otp: ['otp', 'minutes'],
  reset_otp: ['otp', 'minutes'],
  claim_otp: ['otp', 'minutes'],
  /** Sent after a player reset the password with a one-time password. */
  password_changed: [],
  /** Sent after a player changed the password while logged in. */
  password_replaced: [],
  login_locked: ['tries'],
  /** Sent to the previous mail address or mobile number of an account. `link` undoes the change. */
  contact_changed: ['link'],
  contact_replaced: [],
  /** Sent to a friend whom the player `bringer` invites. The link `stop` stops further invitations. */
  refer_friend: ['bringer', 'code', 'stop'],
  /** Sent to a player who asked for mails about wins, once for each draw that they win. */
  win: ['game', 'draw', 'date', 'amount'],
  support_contact: ['reference', 'name', 'email', 'message'],
  support_demo: ['reference', 'name', 'email', 'message'],
} as const satisfies Record<string, readonly string[]>;
export type Template = keyof typeof templates;

/** Pages to which the buttons of messages lead. All other buttons lead to the home page. */
export const buttonPages: Partial<Record<Template, `/${string}`>> = { win: accountRoutes.tickets.path };
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
  /** The default is the button of all messages, which leads to the home page. */
  button: line.optional(),
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
    win: TemplateText,
    support_contact: TemplateText,
    support_demo: TemplateText,
  }),
});
export type Texts = z.infer<typeof Texts>;

/** The folder `texts` is next to this file, both in the source and in dist/. */
export const textsFolder = path.join(import.meta.dirname, 'texts');

/** @throws if a file is missing or malformed; the error names the file */
function readTexts(language: MessageLanguage): Texts {
  const file = path.join(textsFolder, `${language}.yaml`);
  const parsed = Texts.safeParse(parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Reads the texts of every language. Called once at the start. */
export function loadMessageTexts(): Record<MessageLanguage, Texts> {
  return {
    en: readTexts('en'),
    hi: readTexts('hi'),
    pt: readTexts('pt'),
    nb: readTexts('nb'),
  };
}
