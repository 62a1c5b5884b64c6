import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSealer, type Session, sessionSeconds } from './sealer.ts';

/** A session comes and goes with two cookies: the sealed one, and one that scripts can see and that says nothing else. */
export interface SessionCookies {
  /** Null for a visitor: nothing came, or nothing that opens. */
  read(request: FastifyRequest): Session | null;
  write(reply: FastifyReply, session: Session): void;
  clear(reply: FastifyReply): void;
  /** Whether the browser has either of them. */
  areThere(request: FastifyRequest): boolean;
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

export function createSessionCookies({ secrets, siteUrl, nowMs }: SessionCookiesOptions): SessionCookies {
  const secure = siteUrl?.startsWith('https:') === true;
  const name = secure ? secureName : plainName;
  const sealer = createSealer({ secrets, purpose: name, nowMs });
  const shared = { path: '/', sameSite: 'lax', secure } as const satisfies CookieSerializeOptions;
  const sealed = { ...shared, httpOnly: true } as const satisfies CookieSerializeOptions;
  return {
    read(request) {
      const text = request.cookies[name];
      return text === undefined ? null : sealer.open(text);
    },
    write(reply, session) {
      const ageSeconds = Math.floor((nowMs() - session.openedAtMs) / 1000);
      const maxAge = Math.max(1, sessionSeconds - Math.max(0, ageSeconds));
      reply.setCookie(name, sealer.seal(session), { ...sealed, maxAge });
      reply.setCookie(presenceName, '1', { ...shared, maxAge });
    },
    clear(reply) {
      reply.clearCookie(name, sealed);
      reply.clearCookie(presenceName, shared);
    },
    areThere: ({ cookies }) => cookies[name] !== undefined || cookies[presenceName] !== undefined,
  };
}
