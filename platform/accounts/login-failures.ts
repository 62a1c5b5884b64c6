import { createHmac } from 'node:crypto';
import { eq, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { loginFailures } from './tables.ts';

export type Attempt =
  | { kind: 'locked' }
  /** @property failures includes this attempt, which counts as a failure until its password is checked */
  | { kind: 'allowed'; subject: string; failures: number };

/** Number of wrong passwords after which a username is locked for a client address. */
export const mostFailures = 5;

const windowMs = 15 * 60_000;
const firstLockMs = 60_000;
const longestLockMs = 15 * 60_000;
const keptMs = 86_400_000;

export interface LoginFailures {
  /**
   * Counts a failure before the password is checked, so that concurrent attempts are limited like consecutive ones.
   * After the check, the caller calls `forget` for a correct password, or `takeBack` if the password could not be
   * checked.
   * @param username the username as entered; it may belong to no account
   * @param addressKey identifies the client's address. Failures from this address do not lock the username for clients
   *   with other addresses
   */
  begin(username: string, addressKey: string): Promise<Attempt>;
  /** Deletes the count of failures after a correct password. */
  forget(subject: string, on?: Queryable): Promise<void>;
  /** Subtracts the failure that `begin` counted, because the password could not be checked. */
  takeBack(subject: string): Promise<void>;
  sweep(): Promise<void>;
}

/**
 * Locks a username for a client address after 5 failures in 15 minutes. The first lock lasts a minute. Each further
 * failure doubles the duration of the lock, up to 15 minutes. The count is reset if no failure follows within 15
 * minutes after the end of a lock.
 * @param key 32 bytes for the hash of username and address; the key is not stored in the database
 */
export function createLoginFailures({
  db,
  clock,
  key,
}: {
  db: Queryable;
  clock: { now(): Date };
  key: Buffer;
}): LoginFailures {
  return {
    async begin(username, addressKey) {
      const subject = createHmac('sha256', key)
        .update(JSON.stringify([username.toLowerCase(), addressKey]))
        .digest('hex');
      const now = clock.now();
      const at = (ms: number) => sql`${new Date(now.getTime() + ms).toISOString()}::timestamptz`;
      const isOver = sql`(case when ${loginFailures.failures} < ${mostFailures}
      then ${loginFailures.firstFailedAt} <= ${at(-windowMs)}
      else coalesce(${loginFailures.lockedUntil}, ${loginFailures.lastFailedAt}) <= ${at(-windowMs)} end)`;
      const failures = sql`(case when ${isOver} then 1 else least(${loginFailures.failures} + 1, 1000) end)`;
      const lockMs = sql`least(${firstLockMs} * 2 ^ least(${loginFailures.failures} + 1 - ${mostFailures}, 10), ${longestLockMs})`;
      const [row] = await db
        .insert(loginFailures)
        .values({ subject, failures: 1, firstFailedAt: now, lastFailedAt: now })
        .onConflictDoUpdate({
          target: loginFailures.subject,
          set: {
            failures,
            firstFailedAt: sql`case when ${isOver} then ${at(0)} else ${loginFailures.firstFailedAt} end`,
            lastFailedAt: now,
            lockedUntil: sql`case when not ${isOver} and ${loginFailures.failures} + 1 >= ${mostFailures}
            then ${at(0)} + ${lockMs} * interval '1 millisecond' end`,
          },
          // Do not count failures during a lock, so that a player who keeps trying does not extend the lock.
          setWhere: sql`${loginFailures.lockedUntil} is null or ${loginFailures.lockedUntil} <= ${at(0)}`,
        })
        .returning({ failures: loginFailures.failures });
      return row ? { kind: 'allowed', subject, failures: row.failures } : { kind: 'locked' };
    },

    async forget(subject, on = db) {
      await on.delete(loginFailures).where(eq(loginFailures.subject, subject));
    },

    async takeBack(subject) {
      await db
        .update(loginFailures)
        .set({ failures: sql`greatest(${loginFailures.failures} - 1, 0)`, lockedUntil: null })
        .where(eq(loginFailures.subject, subject));
    },

    async sweep() {
      await db
        .delete(loginFailures)
        .where(lte(loginFailures.lastFailedAt, new Date(clock.now().getTime() - keptMs)));
    },
  };
}
