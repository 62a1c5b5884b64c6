import { sql } from 'drizzle-orm';
import { type Queryable, sqlState } from '../db/database.ts';
import { checkTransfer, digestOf, type Transfer } from './transfer.ts';

/** What became of a transfer. `isNew` false: this very one was posted before, and nothing was moved now. */
export type Posting = { kind: 'posted'; transferId: number; isNew: boolean } | { kind: 'insufficient' };

/** A key came with another transfer than the first time. */
export class KeyUsedTwice extends Error {}

export interface Ledger {
  /**
   * Moves money, once a key, or nothing at all. Inside a transaction a refusal ends that transaction.
   * @param on the transaction that it belongs to; by default one of its own
   * @throws ImpossibleTransfer, KeyUsedTwice
   */
  post(transfer: Transfer, on?: Queryable): Promise<Posting>;
  /**
   * What an owner holds, by bucket, in minor units of the currency; buckets never used are absent.
   * @param on the transaction that goes by it; by default none
   */
  balances(owner: string, currencyCode: string, on?: Queryable): Promise<Map<string, number>>;
}

/** Rows that the house has of each bucket: this many transfers can touch it at once. */
const houseStripes = 16;

const overdrawn = '23514';
const otherTransfer = 'GL001';

const textArray = (values: readonly (string | number)[]) => sql.param(values);

/** The double-entry ledger: every movement is immutable, sums to zero, and leaves no player below zero. */
export const createLedger = ({ db, clock }: { db: Queryable; clock: { now(): Date } }): Ledger => {
  let stripe = 0;
  return {
    async post(transfer, on = db) {
      checkTransfer(transfer);
      stripe = (stripe + 1) % houseStripes;
      const { key, kind, currencyCode, reference, sides } = transfer;
      try {
        const { rows } = await on.execute<{ posted_id: string; is_new: boolean }>(sql`
          select posted_id, is_new from post_transfer(
            ${key}, ${kind}, ${currencyCode}, ${JSON.stringify(reference)}::jsonb, ${digestOf(transfer)},
            ${clock.now().toISOString()}::timestamptz,
            ${textArray(sides.map(({ owner }) => owner))}::text[],
            ${textArray(sides.map(({ bucket }) => bucket))}::text[],
            ${textArray(sides.map(({ amountMinor }) => amountMinor))}::bigint[],
            ${stripe}::smallint)`);
        const [row] = rows;
        if (!row) throw new Error(`${key}: posted, and yet not`);
        return { kind: 'posted', transferId: Number(row.posted_id), isNew: row.is_new };
      } catch (error) {
        const state = sqlState(error);
        if (state === overdrawn) return { kind: 'insufficient' };
        if (state === otherTransfer)
          throw new KeyUsedTwice(`${key} belongs to another transfer`, { cause: error });
        throw error;
      }
    },

    async balances(owner, currencyCode, on = db) {
      const { rows } = await on.execute<{ bucket: string; balance: string }>(sql`
        select bucket, sum(balance_minor)::text as balance from ledger_accounts
        where owner = ${owner} and currency_code = ${currencyCode} group by bucket`);
      return new Map(rows.map(({ bucket, balance }) => [bucket, Number(balance)]));
    },
  };
};
