import { colours, darkStyles, fonts } from './look.ts';
import type { MessageLanguage } from './texts.ts';

/** A part of a text. A part with `href` is a link, and a part with `isValue` is a value that the platform filled in. */
export interface TextPart {
  text: string;
  href?: string;
  isValue?: boolean;
  /** Whether the text is an amount of money. In a heading, such a text is gold. */
  isMoney?: boolean;
}

export interface Mail {
  language: MessageLanguage;
  brand: string;
  subject: string;
  /** The text that mail programs show after the subject. It is also the first line of the mail. */
  preview: string;
  heading: TextPart[];
  greeting: TextPart[];
  body: { parts: TextPart[]; isCode: boolean }[];
  button: { text: string; href: string } | null;
  footer: TextPart[][];
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

/** Letters of scripts that are written from right to left. */
const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/**
 * Returns the visible text of a link. A URL is shown without its query, because the query is a long token without
 * meaning for readers.
 */
function labelOf(text: string): string {
  if (!URL.canParse(text)) return text;
  const { host, pathname } = new URL(text);
  return `${host}${pathname}`;
}

function htmlOfPart({ text, href, isValue = false }: TextPart, linkStyle: string): string {
  const shown = escaped(href === undefined ? text : labelOf(text)).replaceAll('\n', '<br>');
  if (href !== undefined)
    return `<a class="link" href="${escaped(href)}" style="${linkStyle};word-break:break-word">${shown}</a>`;
  // Isolate the value, so that a name in Arabic does not move the punctuation of the sentence around it.
  return isValue && rightToLeft.test(text) ? `<bdi>${shown}</bdi>` : shown;
}

function htmlOfParts(parts: readonly TextPart[], colour: string = colours['red-600']): string {
  return parts.map((part) => htmlOfPart(part, `color:${colour}`)).join('');
}

function paragraph({ parts, isCode }: Mail['body'][number]): string {
  if (isCode)
    return `<p class="code" style="margin:8px 0 24px;padding:18px 12px;border:1px solid ${colours['steel-200']};border-radius:14px;background:${colours['steel-50']};font-family:${fonts.code};font-size:32px;line-height:40px;letter-spacing:6px;font-weight:700;text-align:center;color:${colours['steel-950']}">${htmlOfParts(parts)}</p>`;
  return `<p class="text" style="margin:0 0 16px;font-family:${fonts.body};font-size:16px;line-height:26px;color:${colours['steel-900']}">${htmlOfParts(parts)}</p>`;
}

/** Returns the ball of the site's logo. Outlook shows no gradients, so the ball also has a plain colour. */
function ball(): string {
  const gradient = `radial-gradient(circle at 36% 28%,${colours.white},${colours['gold-300']} 18%,${colours['gold-400']} 50%,${colours['gold-500']} 78%)`;
  return `<td width="34" height="34" align="center" style="width:34px;height:34px;border-radius:17px;background:${colours['gold-400']};background-image:${gradient}"><span style="display:inline-block;width:20px;height:20px;border-radius:10px;background:${colours.white};font-family:${fonts.display};font-size:15px;line-height:20px;font-weight:700;color:${colours['steel-900']}" aria-hidden="true">G</span></td>`;
}

function head({ brand, heading }: Mail): string {
  const parts = heading.map((part) => {
    const html = htmlOfParts([part], colours.white);
    return part.isMoney ? `<span style="color:${colours['gold-400']}">${html}</span>` : html;
  });
  return `<tr><td class="pad" style="padding:28px 32px 30px;background:${colours['steel-950']};border-radius:14px 14px 0 0">
<table role="presentation" cellpadding="0" cellspacing="0"><tr>${ball()}<td style="padding-left:10px;font-family:${fonts.display};font-size:22px;line-height:28px;font-weight:700;letter-spacing:.3px;color:${colours.white}">${escaped(brand)}</td></tr></table>
<h1 class="heading" style="margin:26px 0 0;hyphens:auto;font-family:${fonts.display};font-size:32px;line-height:40px;font-weight:700;color:${colours.white}">${parts.join('')}</h1>
</td></tr>`;
}

function buttonOf({ text, href }: { text: string; href: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin-top:28px"><tr><td align="center" style="border-radius:10px;background:${colours['red-600']}"><a href="${escaped(href)}" style="display:inline-block;padding:13px 26px;border-radius:10px;font-family:${fonts.body};font-size:16px;line-height:22px;font-weight:600;color:${colours.white};text-decoration:none">${escaped(text)}</a></td></tr></table>`;
}

function foot({ footer }: Mail): string {
  const lines = footer.map(
    (parts) => `<p style="margin:0 0 8px">${htmlOfParts(parts, colours['steel-100'])}</p>`,
  );
  return `<tr><td class="pad" style="padding:22px 32px 18px;background:${colours['steel-900']};border-radius:0 0 14px 14px;font-family:${fonts.body};font-size:13px;line-height:20px;color:${colours['steel-300']}">${lines.join('')}</td></tr>`;
}

/**
 * Returns the mail as HTML. It consists of tables with inline styles, because some mail programs support no other
 * layout. It contains no picture, script or font, so that opening the mail sends no request.
 */
export function htmlOf(mail: Mail): string {
  const { language, subject, preview, greeting, body, button } = mail;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${escaped(subject)}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
.heading{text-wrap:balance}
p,.quiet{text-wrap:pretty}
@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}.heading{font-size:27px!important;line-height:34px!important}}
@media (prefers-color-scheme:dark){${darkStyles}
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${colours['steel-100']};-webkit-text-size-adjust:100%">
<main>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${colours['steel-100']}">
<tr><td align="center" style="padding:16px 12px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;text-align:left;overflow-wrap:anywhere">
<tr><td class="quiet" style="padding:0 8px 12px;font-family:${fonts.body};font-size:13px;line-height:20px;color:${colours['steel-500']}">${escaped(preview)}</td></tr>
${head(mail)}
<tr><td class="card pad" style="padding:28px 32px 34px;background:${colours.white}">
${[{ parts: greeting, isCode: false }, ...body].map(paragraph).join('\n')}
${button ? buttonOf(button) : ''}
</td></tr>
${foot(mail)}
</table>
</td></tr>
</table>
</main>
</body>
</html>
`;
}
