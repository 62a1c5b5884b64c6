import { accountRoutes } from '../../shared/pages/account-routes.ts';
import { htmlOf, type TextPart } from './html.ts';
import { kindOf, type Template } from './kinds.ts';
import { linkTo, type SiteAddress } from './site-address.ts';
import type { MessageLanguage, Texts } from './texts.ts';

export interface Rendered {
  subject: string;
  text: string;
  html: string;
  sms: string;
}

type Values = Readonly<Record<string, string>>;

const placeholder = /\{([a-z]+)\}/g;
/** Placeholders whose values are URLs of the site. */
const linked = new Set(['link', 'stop', 'profile']);
/** Characters that change the direction of the text after them, and control characters other than line breaks. */
const hostile = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/gu;
const longestSubject = 150;

/** Splits a text at its placeholders and fills them in. Returns null if a placeholder has no value. */
function partsOf(text: string, values: Values): TextPart[] | null {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', index } of text.matchAll(placeholder)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return null;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({
      text: value,
      isValue: true,
      isMoney: name === 'amount',
      ...(linked.has(name) ? { href: value } : {}),
    });
    end = index + whole.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

function plain(parts: readonly TextPart[]): string {
  return parts
    .map(({ text, href }) => (href === undefined || href.endsWith(text) ? text : `${text}: ${href}`))
    .join('');
}

/** White space at which lines may break. It does not include the no-break spaces in amounts of money. */
const breakable = /[^\S\u00a0\u202f]+/g;

/**
 * Fills in the placeholders of a text that must stay one line. Line breaks in values become spaces, because they could
 * otherwise add lines to the text or headers to a mail.
 */
function oneLine(text: string, values: Values): string | null {
  const parts = partsOf(text, values);
  return parts && plain(parts).replace(breakable, ' ').trim();
}

function cleaned(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replaceAll('\r\n', '\n').replace(hostile, ''),
    ]),
  );
}

export interface RenderOptions extends SiteAddress {
  texts: Texts;
  language: MessageLanguage;
  template: Template;
  values: Values;
  /** Mail address that receives replies to mails. Null if it is unknown. */
  support: string | null;
  /** Address of the page that ends the subscription to this mail. Null if the mail is necessary. */
  unsubscribe: string | null;
}

function footerOf({ texts, template, support, unsubscribe }: RenderOptions, known: Values): TextPart[][] {
  const lines = texts.footer.flatMap((raw) => {
    const parts = partsOf(raw, known);
    return parts ? [parts] : [];
  });
  const [before = '', after = ''] = texts.answers.split('{support}');
  const { subscription } = kindOf(template);
  return [
    ...(support === null
      ? []
      : [[{ text: before }, { text: support, href: `mailto:${support}` }, { text: after }]]),
    ...lines,
    ...(unsubscribe === null || subscription === undefined
      ? []
      : [
          [{ text: texts.subscriptions[subscription] }],
          [{ text: texts.unsubscribe, href: unsubscribe }],
          [{ text: texts.preferences, href: known['profile'] ?? '' }],
        ]),
  ];
}

function buttonAddress({ template, language, ...site }: RenderOptions, known: Values): string {
  const { opens, page = '/' } = kindOf(template);
  return (opens === undefined ? undefined : known[opens]) ?? linkTo(site, page, language);
}

/**
 * Renders a message as plain text, as HTML and as a text message for mobiles. Without `siteUrl`, the message has no
 * button.
 */
export function render(options: RenderOptions): Rendered {
  const { texts, language, template, values, ...site } = options;
  const { siteUrl } = site;
  const own = texts.templates[template];
  const profile = linkTo(site, accountRoutes.profileEdit.path, language);
  const known = { ...cleaned(values), profile, ...(siteUrl === null ? {} : { site: new URL(siteUrl).host }) };
  const subject = (oneLine(own.subject, known) ?? texts.brand).slice(0, longestSubject);
  const heading = partsOf(own.heading, known) ?? [{ text: texts.brand }];
  const greeting = partsOf(texts.greeting, known) ?? [{ text: texts.greetingUnnamed }];
  const body = own.body.flatMap((raw) => {
    const parts = partsOf(raw, known);
    return parts === null ? [] : [{ parts, isCode: raw === '{otp}' }];
  });
  const footer = footerOf(options, known);
  const button =
    siteUrl === null ? null : { text: own.button ?? texts.button, href: buttonAddress(options, known) };
  const preview = oneLine(own.body[0] ?? '', known) ?? subject;
  return {
    subject,
    text: `${[
      plain(heading),
      plain(greeting),
      ...body.map(({ parts }) => plain(parts)),
      ...(button ? [`${button.text}: ${button.href}`] : []),
      `--\n${footer.map(plain).join('\n')}`,
    ].join('\n\n')}\n`,
    html: htmlOf({
      language,
      brand: texts.brand,
      subject,
      preview,
      heading,
      greeting,
      body,
      button,
      footer,
    }),
    sms: (own.sms && oneLine(own.sms, known)) ?? `${texts.brand}: ${subject}`,
  };
}
