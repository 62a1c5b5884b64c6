import type { IncomingHttpHeaders } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import { type FormName, isFormName } from '../../shared/forms/forms.ts';

/**
 * The cookie names the form whose message the next screen of the account area shows. A URL parameter would show the
 * message again after each reload, and any link could make the site show it.
 */
const name = 'account-notice';
/** One minute is enough, because the browser follows the redirect to the next screen at once. */
const maxAgeSeconds = 60;

const { parse, serialize } = fastifyCookie;
const sharedBy = (siteUrl: string | null) =>
  ({ path: '/', sameSite: 'lax', httpOnly: true, secure: siteUrl?.startsWith('https:') === true }) as const;

/**
 * @param siteUrl the public origin; null for a site on loopback
 * @returns a Set-Cookie header line
 */
export function keepNotice(form: FormName, siteUrl: string | null): string {
  return serialize(name, form, { ...sharedBy(siteUrl), maxAge: maxAgeSeconds });
}

/**
 * @param siteUrl the public origin; null for a site on loopback
 * @returns a Set-Cookie header line
 */
export function forgetNotice(siteUrl: string | null): string {
  return serialize(name, '', { ...sharedBy(siteUrl), maxAge: 0, expires: new Date(0) });
}

/** Returns the name of the form that the cookie contains, or null if there is no such cookie. */
export function noticeOf({ cookie }: IncomingHttpHeaders): FormName | null {
  // Hardly any request has this cookie, so skip the parsing of all cookies.
  const form = cookie?.includes(name) ? parse(cookie)[name] : undefined;
  return form !== undefined && isFormName(form) ? form : null;
}
