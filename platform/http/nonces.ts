import { lt } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import { requestNonces } from './tables.ts';

export interface Nonces {
  /**
   * Marks the nonce of a correctly signed request as used.
   * @param validUntil after this time, every platform process whose clock is right rejects the signature
   * @returns false if any platform process on this database has received the nonce before
   */
  use(nonce: string, validUntil: Date): Promise<boolean>;
}

/**
 * Nonces are stored for this time after `validUntil`, because a platform process whose clock is slow still accepts the
 * signature then.
 */
const skewMs = 60_000;
const sweepMs = 60_000;

/**
 * Stores nonces of signed requests in a table that all platform processes share. The table is unlogged, so that an
 * insert does not wait for the disk. A crash of PostgreSQL empties the table. An attacker could then replay a request
 * of the last minute once.
 */
export function createNonces({
  db,
  clock,
  logger,
}: {
  db: Db;
  clock: { now(): Date };
  logger: Logger;
}): Nonces {
  let sweptAtMs = 0;
  /**
   * Each platform process deletes expired rows once a minute, so the table contains the nonces of about three minutes.
   */
  const sweep = async (): Promise<void> => {
    const now = clock.now();
    if (now.getTime() - sweptAtMs < sweepMs) return;
    sweptAtMs = now.getTime();
    await db.delete(requestNonces).where(lt(requestNonces.expiresAt, now));
  };
  return {
    async use(nonce, validUntil) {
      const inserted = await db
        .insert(requestNonces)
        .values({ nonce, expiresAt: new Date(validUntil.getTime() + skewMs) })
        .onConflictDoNothing()
        .returning({ nonce: requestNonces.nonce });
      sweep().catch((error: unknown) => logger.warn({ err: error }, 'expired nonces not deleted'));
      return inserted.length === 1;
    },
  };
}
