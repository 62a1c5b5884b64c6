import { accountRoutes } from '../../shared/pages/account-routes.ts';
import { kindOf, type Template } from './kinds.ts';
import { linkTo, type SiteAddress } from './site-address.ts';
import type { MessageLanguage, Texts } from './texts.ts';

export interface Rendered {
  subject: string;
  text: string;
  html: string;
  sms: string;
}

const placeholder = /\{([a-z]+)\}/g;

/** Replaces the placeholders of a text by values. Returns null if a placeholder has no value. */
function fill(text: string, values: Readonly<Record<string, string>>): string | null {
  let isWhole = true;
  const filled = text.replace(placeholder, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) isWhole = false;
    return value ?? '';
  });
  return isWhole ? filled : null;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');
}

const font = "font-family:'Helvetica Neue',Helvetica,Arial,'Noto Sans Devanagari',sans-serif";

function paragraph(text: string, isCode: boolean): string {
  return isCode
    ? `<p style="margin:24px 0;${font};font-size:34px;line-height:40px;letter-spacing:8px;font-weight:700;color:#7a1020">${escaped(text)}</p>`
    : `<p style="margin:0 0 16px;${font};font-size:16px;line-height:25px;color:#2b2422">${escaped(text)}</p>`;
}

interface Parts {
  language: MessageLanguage;
  brand: string;
  subject: string;
  heading: string;
  greeting: string;
  body: { text: string; isCode: boolean }[];
  button: { text: string; href: string } | null;
  footer: string[];
}

/**
 * Returns the mail as HTML with tables and inline styles, because old and new mail clients render them alike. The HTML
 * contains no picture, script or font.
 */
function htmlOf({ language, brand, subject, heading, greeting, body, button, footer }: Parts): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f6f1e9">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f1e9">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:10px;overflow:hidden">
<tr><td style="padding:18px 28px;background:#7a1020;${font};font-size:18px;font-weight:700;color:#ffd98a">${escaped(brand)}</td></tr>
<tr><td style="padding:28px">
<h1 style="margin:0 0 20px;${font};font-size:24px;line-height:30px;color:#2b2422">${escaped(heading)}</h1>
${[{ text: greeting, isCode: false }, ...body].map(({ text, isCode }) => paragraph(text, isCode)).join('\n')}
${
  button
    ? `<p style="margin:24px 0 0"><a href="${escaped(button.href)}" style="display:inline-block;padding:12px 22px;border-radius:6px;background:#7a1020;${font};font-size:16px;font-weight:700;color:#ffffff;text-decoration:none">${escaped(button.text)}</a></p>`
    : ''
}
</td></tr>
<tr><td style="padding:18px 28px;border-top:1px solid #eadfce;${font};font-size:13px;line-height:20px;color:#6b5f57">${footer.map(escaped).join('<br>')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

export interface RenderOptions extends SiteAddress {
  texts: Texts;
  language: MessageLanguage;
  template: Template;
  values: Readonly<Record<string, string>>;
}

/**
 * Renders a message as plain text, as HTML and as a text message for mobiles. Without `siteUrl`, the message has no
 * button.
 */
export function render({ texts, language, template, values, ...site }: RenderOptions): Rendered {
  const { siteUrl } = site;
  const own = texts.templates[template];
  const profile = linkTo(site, accountRoutes.profileEdit.path, language);
  const known = { ...values, profile, ...(siteUrl === null ? {} : { site: new URL(siteUrl).host }) };
  const subject = fill(own.subject, known) ?? texts.brand;
  const heading = fill(own.heading, known) ?? texts.brand;
  const greeting = fill(texts.greeting, known) ?? texts.greetingUnnamed;
  const body = own.body.flatMap((raw) => {
    const text = fill(raw, known);
    return text === null ? [] : [{ text, isCode: raw === '{otp}' }];
  });
  const footer = texts.footer.flatMap((raw) => fill(raw, known) ?? []);
  const page = linkTo(site, kindOf(template).page ?? '/', language);
  const button = siteUrl === null ? null : { text: own.button ?? texts.button, href: page };
  return {
    subject,
    text: `${[
      heading,
      greeting,
      ...body.map(({ text }) => text),
      ...(button ? [`${button.text}: ${button.href}`] : []),
      `--\n${footer.join('\n')}`,
    ].join('\n\n')}\n`,
    html: htmlOf({ language, brand: texts.brand, subject, heading, greeting, body, button, footer }),
    sms: (own.sms && fill(own.sms, known)) ?? `${texts.brand}: ${subject}`,
  };
}
