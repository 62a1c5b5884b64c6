import type { IncomingHttpHeaders } from 'node:http';
import { fastifyCookie, type SerializeOptions } from '@fastify/cookie';
import { LRUCache } from 'lru-cache';
import { createSessionSealer, type Session, sessionSeconds } from './sealer.ts';

/**
 * Reads and writes the two cookies of a session: a cookie with the encrypted session, and a presence cookie that
 * scripts can read.
 */
export interface SessionCookies {
  /** Returns the session, or null if the request has no valid session cookie. */
  read(headers: IncomingHttpHeaders): Session | null;
  /**
   * Stores the session in the browser.
   * @returns Set-Cookie header lines
   */
  keep(session: Session): readonly string[];
  /** Deletes both cookies after a logout. @returns Set-Cookie header lines */
  forget(): readonly string[];
  /**
   * Deletes both cookies after the session has ended on the platform. If a login has replaced the session, no cookie is
   * deleted, because the browser's cookies belong to the new session.
   * @returns Set-Cookie header lines
   */
  forgetEnded(session: Session): readonly string[];
  /**
   * Calls `forgetEnded` for the session of a request. If the session cookie is invalid, both cookies are deleted.
   * @returns Set-Cookie header lines; none if the request has no session cookies
   */
  forgetSent(headers: IncomingHttpHeaders): readonly string[];
  /**
   * Records that a login has ended this session and opened another one. Requests from other tabs may still use the old
   * session. The responses to those requests must not delete the cookies of the new session.
   */
  noteReplaced(session: Session): void;
  /**
   * Deletes the cookie with the campaign code. The code counts only for the first login or signup after the player
   * followed the campaign's link (spec §3).
   * @returns a Set-Cookie header line
   */
  forgetCampaign(): string;
}

/**
 * Name of the presence cookie. If the cookie is present, a script shows the player's menu before the first paint (spec
 * §6).
 */
const presenceName = 'auth_user';
/**
 * Name of the session cookie over https. Browsers accept a cookie with the prefix `__Host-` only over https, for a
 * single host and with the path / (RFC 6265bis §4.1.3.2).
 */
const secureName = '__Host-session';
/** Name of the session cookie over plain http, which is allowed on loopback only. */
const plainName = 'session';

/** How long a replaced session is remembered. No request from another tab takes longer than this. */
const replacedLimitMs = 60_000;
const mostReplaced = 10_000;

export interface SessionCookiesOptions {
  secrets: readonly string[];
  /** The public origin, or null for a site that runs on loopback only. */
  siteUrl: string | null;
  nowMs: () => number;
}

/** Name of the cookie with a campaign's code. A script sets the cookie when a visitor follows the campaign's link. */
const campaignName = 'campaigncode';

const { parse, serialize } = fastifyCookie;
const cookiesOf = ({ cookie }: IncomingHttpHeaders): Record<string, string> =>
  cookie === undefined ? {} : parse(cookie);

/**
 * Creates the functions that read and write the cookies. @fastify/cookie must be registered before the first request,
 * because its registration loads the parser that this module uses.
 */
export function createSessionCookies({ secrets, siteUrl, nowMs }: SessionCookiesOptions): SessionCookies {
  const secure = siteUrl?.startsWith('https:') === true;
  const name = secure ? secureName : plainName;
  const sealer = createSessionSealer({ secrets, purpose: name, nowMs });
  const shared = { path: '/', sameSite: 'lax', secure } as const satisfies SerializeOptions;
  const sealed = { ...shared, httpOnly: true } as const satisfies SerializeOptions;
  const over = { maxAge: 0, expires: new Date(0) };
  const replacedTokens = new LRUCache<string, true>({ max: mostReplaced, ttl: replacedLimitMs });
  let forgotten: readonly string[] | undefined;
  const forget = () =>
    (forgotten ??= [
      serialize(name, '', { ...sealed, ...over }),
      serialize(presenceName, '', { ...shared, ...over }),
    ]);
  const forgetEnded = ({ token }: Session) => (replacedTokens.has(token) ? [] : forget());
  const openText = (text: string | undefined) => (text === undefined ? null : sealer.open(text));
  return {
    read: (headers) => openText(cookiesOf(headers)[name]),
    keep(session) {
      const ageSeconds = Math.floor((nowMs() - session.openedAtMs) / 1000);
      const maxAge = Math.max(1, sessionSeconds - Math.max(0, ageSeconds));
      return [
        serialize(name, sealer.seal(session), { ...sealed, maxAge }),
        serialize(presenceName, '1', { ...shared, maxAge }),
      ];
    },
    forgetCampaign: () => serialize(campaignName, '', { ...shared, ...over }),
    forget,
    forgetEnded,
    forgetSent(headers) {
      const cookies = cookiesOf(headers);
      const session = openText(cookies[name]);
      if (session) return forgetEnded(session);
      return cookies[name] === undefined && cookies[presenceName] === undefined ? [] : forget();
    },
    noteReplaced: ({ token }) => void replacedTokens.set(token, true),
  };
}
