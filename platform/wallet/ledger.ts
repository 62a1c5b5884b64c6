import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, sqlState, violatedConstraint } from '../db/database.ts';
import { checkTransfer, digestOf, type Transfer } from './transfer.ts';

/** If `isNew` is false, an earlier call has posted the same transfer, and this call moved no money. */
export type Posting = { kind: 'posted'; transferId: number; isNew: boolean } | { kind: 'insufficient' };

/** A caller used the key of an earlier transfer for a different transfer. */
export class KeyUsedTwice extends Error {}

export interface Ledger {
  /**
   * Posts a transfer at most once for each key. If this method throws, the transaction `on` is aborted.
   * @param on the transaction that the transfer belongs to; by default, a new transaction
   * @throws ImpossibleTransfer, KeyUsedTwice
   */
  post(transfer: Transfer, on?: Queryable): Promise<Posting>;
  /**
   * Posts several transfers in one transaction, in the given order. The rules of `post` apply to each transfer. The SQL
   * statement first locks all balances that the transfers change. All callers lock balances in the same order, so no
   * deadlock occurs.
   * @param statementOf receives the arguments for the SQL function `post_transfers` and returns a statement that calls
   *   `post_transfers`
   * @throws ImpossibleTransfer, KeyUsedTwice
   */
  postAll(
    transfers: readonly Transfer[],
    on: Queryable,
    statementOf?: (posting: SQL) => SQL,
  ): Promise<'posted' | 'insufficient'>;
  /**
   * Returns an owner's balances by bucket, in minor units of the currency. Buckets that were never used are absent.
   * @param on the transaction in which the balances are read; by default, none
   */
  balances(owner: string, currencyCode: string, on?: Queryable): Promise<Map<string, number>>;
}

/** Each house bucket is split into this many rows, so that several transfers can update the bucket at the same time. */
const houseStripes = 16;

const overdrawn = 'ledger_accounts_not_negative';
const otherTransfer = 'GL001';

/**
 * Returns 'insufficient' if the database rejected a negative balance, otherwise null.
 * @throws KeyUsedTwice if the key belongs to another transfer
 */
function refusalOf(error: unknown, key: string): 'insufficient' | null {
  if (violatedConstraint(error) === overdrawn) return 'insufficient';
  if (sqlState(error) === otherTransfer)
    throw new KeyUsedTwice(`${key} belongs to another transfer`, { cause: error });
  return null;
}

function textArray(values: readonly (string | number)[]) {
  return sql.param(values);
}

/**
 * Creates the double-entry ledger. Every transfer is immutable and sums to zero, and no player's balance becomes
 * negative.
 */
export function createLedger({ db, clock }: { db: Queryable; clock: { now(): Date } }): Ledger {
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
        if (!row) throw new Error(`${key}: post_transfer returned no row`);
        return { kind: 'posted', transferId: Number(row.posted_id), isNew: row.is_new };
      } catch (error) {
        if (refusalOf(error, key)) return { kind: 'insufficient' };
        throw error;
      }
    },

    async postAll(transfers, on, statementOf = (posting) => sql`select post_transfers(${posting})`) {
      for (const transfer of transfers) checkTransfer(transfer);
      if (transfers.length === 0) return 'posted';
      stripe = (stripe + 1) % houseStripes;
      const sides = transfers.flatMap((transfer) => transfer.sides);
      const each = <T>(read: (transfer: Transfer) => T): T[] => transfers.map(read);
      const posting = sql`
        ${sql.param(each(({ key }) => key))}::text[], ${sql.param(each(({ kind }) => kind))}::text[],
        ${sql.param(each(({ currencyCode }) => currencyCode))}::text[],
        ${sql.param(each(({ reference }) => JSON.stringify(reference)))}::jsonb[],
        ${sql.param(each(digestOf))}::text[], ${clock.now().toISOString()}::timestamptz,
        ${sql.param(each((transfer) => transfer.sides.length))}::int[],
        ${textArray(sides.map(({ owner }) => owner))}::text[],
        ${textArray(sides.map(({ bucket }) => bucket))}::text[],
        ${textArray(sides.map(({ amountMinor }) => amountMinor))}::bigint[],
        ${stripe}::smallint`;
      try {
        await on.execute(statementOf(posting));
        return 'posted';
      } catch (error) {
        if (refusalOf(error, transfers.map(({ key }) => key).join(' or '))) return 'insufficient';
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
}
