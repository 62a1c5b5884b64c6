import { lt } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import { requestNonces } from './tables.ts';

export interface Nonces {
  /**
   * Uses up the nonce of a request whose signature is correct.
   * @param validUntil the signature is rejected after this time by every platform
   * @returns false if any platform on this database has received the nonce before
   */
  use(nonce: string, validUntil: Date): Promise<boolean>;
}

/** Another platform's clock may be behind by this much, and it accepts a signature for so much longer. */
const skewMs = 60_000;
const sweepMs = 60_000;

/**
 * Nonces of signed requests, in a table without a write-ahead log: an insert waits for no disk, and all platforms share
 * it. A crash of PostgreSQL empties the table, so a request of the last minute could then be replayed once.
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
  /** Each platform deletes expired rows once a minute, so the table holds the requests of about three minutes. */
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
