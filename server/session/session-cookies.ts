import type { IncomingHttpHeaders } from 'node:http';
import { fastifyCookie, type SerializeOptions } from '@fastify/cookie';
import { createSealer, type Session, sessionSeconds } from './sealer.ts';

/** A session comes and goes with two cookies: the sealed one, and one that scripts can see and that says nothing else. */
export interface SessionCookies {
  /** Null for a visitor: nothing came, or nothing that opens. */
  read(headers: IncomingHttpHeaders): Session | null;
  /** @returns lines of Set-Cookie */
  keep(session: Session): readonly string[];
  /** @returns lines of Set-Cookie */
  forget(): readonly string[];
  /** Whether the browser has either of them. */
  areThere(headers: IncomingHttpHeaders): boolean;
}

/** Tells the page, before the first paint, that a player is here (spec §6). */
const presenceName = 'auth_user';
/** Kept by browsers only from https, for this host alone and no other path (RFC 6265bis §4.1.3.2). */
const secureName = '__Host-session';
/** Over plain http, which is for loopback alone. */
const plainName = 'session';

export interface SessionCookiesOptions {
  secrets: readonly string[];
  /** Where the public reaches the site; null: loopback. */
  siteUrl: string | null;
  nowMs: () => number;
}

const { parse, serialize } = fastifyCookie;
const cookiesOf = ({ cookie }: IncomingHttpHeaders): Record<string, string> =>
  cookie === undefined ? {} : parse(cookie);

/** Needs @fastify/cookie to be registered somewhere before a request comes: it loads its parser then. */
export function createSessionCookies({ secrets, siteUrl, nowMs }: SessionCookiesOptions): SessionCookies {
  const secure = siteUrl?.startsWith('https:') === true;
  const name = secure ? secureName : plainName;
  const sealer = createSealer({ secrets, purpose: name, nowMs });
  const shared = { path: '/', sameSite: 'lax', secure } as const satisfies SerializeOptions;
  const sealed = { ...shared, httpOnly: true } as const satisfies SerializeOptions;
  const over = { maxAge: 0, expires: new Date(0) };
  let forgotten: readonly string[] | undefined;
  return {
    read(headers) {
      const text = cookiesOf(headers)[name];
      return text === undefined ? null : sealer.open(text);
    },
    keep(session) {
      const ageSeconds = Math.floor((nowMs() - session.openedAtMs) / 1000);
      const maxAge = Math.max(1, sessionSeconds - Math.max(0, ageSeconds));
      return [
        serialize(name, sealer.seal(session), { ...sealed, maxAge }),
        serialize(presenceName, '1', { ...shared, maxAge }),
      ];
    },
    forget: () =>
      (forgotten ??= [
        serialize(name, '', { ...sealed, ...over }),
        serialize(presenceName, '', { ...shared, ...over }),
      ]),
    areThere(headers) {
      const cookies = cookiesOf(headers);
      return cookies[name] !== undefined || cookies[presenceName] !== undefined;
    },
  };
}
