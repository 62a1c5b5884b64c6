import type { IncomingHttpHeaders } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import { type FormName, isFormName } from '../../shared/forms/forms.ts';

/**
 * Name of the cookie that contains the name of a submitted form. The next screen of the account area reads the cookie
 * and shows the success message of that form. With a URL parameter instead of a cookie, each reload would repeat the
 * message, and any link could make the site show it.
 */
const name = 'account-notice';
/**
 * Lifetime of the cookie. One minute is enough, because the browser follows the redirect to the next screen
 * immediately.
 */
const maxAgeSeconds = 60;

const { parse, serialize } = fastifyCookie;
const sharedBy = (siteUrl: string | null) =>
  ({ path: '/', sameSite: 'lax', httpOnly: true, secure: siteUrl?.startsWith('https:') === true }) as const;

/**
 * Sets the notice cookie.
 * @param siteUrl the public origin; null for a site on loopback
 * @returns a Set-Cookie header line
 */
export function keepNotice(form: FormName, siteUrl: string | null): string {
  return serialize(name, form, { ...sharedBy(siteUrl), maxAge: maxAgeSeconds });
}

/**
 * Deletes the notice cookie.
 * @param siteUrl the public origin; null for a site on loopback
 * @returns a Set-Cookie header line
 */
export function forgetNotice(siteUrl: string | null): string {
  return serialize(name, '', { ...sharedBy(siteUrl), maxAge: 0, expires: new Date(0) });
}

/** Returns the name of the form in the notice cookie, or null if the request has no such cookie. */
export function noticeOf({ cookie }: IncomingHttpHeaders): FormName | null {
  // Hardly any request has the notice cookie. Parse the cookies only if the header contains the cookie's name.
  const form = cookie?.includes(name) ? parse(cookie)[name] : undefined;
  return form !== undefined && isFormName(form) ? form : null;
}
