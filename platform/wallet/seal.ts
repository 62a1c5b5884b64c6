import { desc, inArray, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import { locks } from '../db/migrate.ts';
import { addToSeal, beginSeal, chainStart, readTransfers } from './chain.ts';
import { ledgerSeals, transfers } from './tables.ts';

/** Maximum number of transfers in one seal. A larger backlog is sealed in several steps. */
const largestSeal = 2000;
const betweenMs = 1000;

/**
 * Seals the transfers posted since the last seal, ordered by id. Posting a transfer never waits for a seal.
 * @returns the number of sealed transfers. It is 0 if there is nothing to seal, or if another process is sealing
 */
export function sealNext(db: Db, clock: { now(): Date }): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(${locks.ledgerSeals}) as free`,
    );
    if (!rows[0]?.free) return 0;
    const open = await readTransfers(tx, null, 0, largestSeal);
    if (open.length === 0) return 0;
    const [last] = await tx.select().from(ledgerSeals).orderBy(desc(ledgerSeals.sealNo)).limit(1);
    const hash = beginSeal(last?.hash ?? chainStart);
    for (const posted of open) addToSeal(hash, posted);
    const sealNo = (last?.sealNo ?? 0) + 1;
    await tx
      .insert(ledgerSeals)
      .values({ sealNo, hash: hash.digest('hex'), transfers: open.length, sealedAt: clock.now() });
    const ids = open.map(({ transferId }) => transferId);
    await tx.update(transfers).set({ sealNo }).where(inArray(transfers.transferId, ids));
    return open.length;
  });
}

export interface Sealer {
  start(): void;
  stop(): Promise<void>;
}

/** Seals new transfers once a second. If several processes run, only one of them seals at a time. */
export function createLedgerSealer({
  db,
  clock,
  logger,
}: {
  db: Db;
  clock: { now(): Date };
  logger: Logger;
}): Sealer {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  const ending = new AbortController();
  const round = async (): Promise<void> => {
    try {
      while (!ending.signal.aborted && (await sealNext(db, clock)) === largestSeal);
    } catch (error) {
      logger.warn({ err: error }, 'ledger not sealed, retrying');
    }
  };
  const wait = () => {
    timer = setTimeout(() => {
      working = round().finally(() => {
        if (!ending.signal.aborted) wait();
      });
    }, betweenMs);
  };
  return {
    start: wait,
    async stop() {
      ending.abort();
      clearTimeout(timer);
      await working;
    },
  };
}
