import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, gte, lte, ne, sql } from 'drizzle-orm';
import type { DeviceNames } from '../../shared/contract/envelope.ts';
import { mostSessions, type OpenSession } from '../../shared/contract/security.ts';
import type { Queryable } from '../db/database.ts';
import type { Caller } from '../http/caller.ts';
import { statusAt } from './repository.ts';
import { accounts, sessions } from './tables.ts';

export interface Sessions {
  /** Opens a session and returns its token: 256 bits as base64url. Only the hash of the token is stored. */
  open(accountId: string, on?: Queryable, device?: DeviceNames | null): Promise<string>;
  /**
   * Finds the session of an `Authorization: Bearer` header. In the result, `player` is null if the token has no open
   * session, or if the player is excluded from play.
   */
  authenticate(authorization: string | undefined): Promise<Pick<Caller, 'player' | 'tokenHash'>>;
  close(tokenHash: string, on?: Queryable): Promise<void>;
  /** Closes every session of an account, for example after a change of the password. */
  closeAll(accountId: string, on?: Queryable): Promise<void>;
  /**
   * Closes all sessions of an account except the one with this token. If `tokenHash` is null, it closes every session.
   * @returns how many unexpired sessions it closed
   */
  closeOthers(accountId: string, tokenHash: string | null, on?: Queryable): Promise<number>;
  /**
   * Closes one session of an account. @returns the hash of the session's token; null if the account has no such session
   */
  closeOne(accountId: string, sessionId: string): Promise<string | null>;
  /**
   * Returns the open sessions of an account. The session with this token is first. The others are sorted by their last
   * use, newest first.
   */
  list(accountId: string, tokenHash: string | null): Promise<OpenSession[]>;
  /** Deletes expired sessions. */
  sweep(): Promise<void>;
}

export interface SessionsOptions {
  db: Queryable;
  clock: { now(): Date };
  /** Idle time after which a session expires. Null if a session expires only when it is a day old. */
  idleMs: number | null;
}

const lifeMs = 86_400_000;
/**
 * The time of a session's last use is stored at most once in this interval, because an update for each call would be
 * too expensive.
 */
const noteEveryMs = 60_000;
const tokenBytes = 32;
const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * SQL expression for the session id that players see. The id is a hash of the token's hash, so it reveals neither the
 * token nor the token's hash.
 */
const sessionId = sql<string>`left(encode(sha256(convert_to('session ' || ${sessions.tokenHash}, 'UTF8')), 'hex'), 32)`;

/** Finds an unexpired session and reads its account. */
async function findSession(db: Queryable, tokenHash: string, now: Date) {
  const [found] = await db
    .select({
      accountId: accounts.accountId,
      username: accounts.username,
      currencyCode: accounts.currencyCode,
      language: accounts.language,
      status: accounts.status,
      statusUntil: accounts.statusUntil,
      usedAt: sessions.usedAt,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.accountId, sessions.accountId))
    .where(
      and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now), ne(accounts.status, 'deleted')),
    );
  return found;
}

/**
 * Opens and closes sessions of players. A session lasts at most a day, and only the hash of its token is stored (spec
 * §9).
 */
export function createSessions({ db, clock, idleMs }: SessionsOptions): Sessions {
  return {
    async open(accountId, on = db, device = null) {
      const token = randomBytes(tokenBytes).toString('base64url');
      const now = clock.now();
      await on.insert(sessions).values({
        tokenHash: hashOf(token),
        accountId,
        openedAt: now,
        usedAt: now,
        expiresAt: new Date(now.getTime() + lifeMs),
        ...device,
      });
      return token;
    },

    async authenticate(authorization) {
      const token = bearer.exec(authorization ?? '')?.[1];
      if (token === undefined) return { player: null, tokenHash: null };
      const tokenHash = hashOf(token);
      const now = clock.now();
      const found = await findSession(db, tokenHash, now);
      const status = found && statusAt(found, now);
      if (!found || !status || status === 'deleted' || status === 'excluded')
        return { player: null, tokenHash };
      const idle = now.getTime() - found.usedAt.getTime();
      if (idleMs !== null && idle > idleMs) return { player: null, tokenHash };
      if (idle > noteEveryMs)
        await db.update(sessions).set({ usedAt: now }).where(eq(sessions.tokenHash, tokenHash));
      const { accountId, username, currencyCode, language } = found;
      return { player: { accountId, username, currencyCode, language, status }, tokenHash };
    },

    async close(tokenHash, on = db) {
      await on.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
    },
    async closeAll(accountId, on = db) {
      await on.delete(sessions).where(eq(sessions.accountId, accountId));
    },
    async closeOthers(accountId, tokenHash, on = db) {
      const isOther = tokenHash === null ? undefined : ne(sessions.tokenHash, tokenHash);
      const closed = await on
        .delete(sessions)
        .where(and(eq(sessions.accountId, accountId), isOther))
        .returning({ expiresAt: sessions.expiresAt });
      const now = clock.now();
      return closed.filter(({ expiresAt }) => expiresAt > now).length;
    },
    async closeOne(accountId, closedId) {
      const [closed] = await db
        .delete(sessions)
        .where(
          and(
            eq(sessions.accountId, accountId),
            eq(sessionId, closedId),
            gt(sessions.expiresAt, clock.now()),
          ),
        )
        .returning({ tokenHash: sessions.tokenHash });
      return closed?.tokenHash ?? null;
    },

    async list(accountId, tokenHash) {
      const now = clock.now();
      const isInUse = idleMs === null ? undefined : gte(sessions.usedAt, new Date(now.getTime() - idleMs));
      const isCurrent = sql<boolean>`${sessions.tokenHash} = ${tokenHash ?? ''}`;
      const rows = await db
        .select({
          sessionId,
          browser: sessions.browser,
          system: sessions.system,
          openedAt: sessions.openedAt,
          usedAt: sessions.usedAt,
          current: isCurrent,
        })
        .from(sessions)
        .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now), isInUse))
        .orderBy(desc(isCurrent), desc(sessions.usedAt), sessionId)
        .limit(mostSessions);
      return rows.map(({ openedAt, usedAt, ...row }) =>
        Object.assign(row, { createdAt: openedAt.toISOString(), lastUsedAt: usedAt.toISOString() }),
      );
    },

    async sweep() {
      await db.delete(sessions).where(lte(sessions.expiresAt, clock.now()));
    },
  };
}
