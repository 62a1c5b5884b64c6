import { createHash, type Hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../db/database.ts';
import { digestOf, type StoredTransfer } from './transfer.ts';

/** A transfer and its entries, as stored. */
export interface PostedTransfer {
  transferId: number;
  transfer: StoredTransfer;
  digest: string;
  postedAtMs: number;
  /** For each account, the amount that was added and the new balance. Ordered by account. */
  entries: { accountId: number; amountMinor: number; balanceMinor: number }[];
  /**
   * The month of the entries if an operator has detached their partition. `entries` is then empty. Null if the
   * partition is attached.
   */
  detachedMonth: string | null;
}

/** The hash of the first seal begins with this value, because there is no previous seal. */
export const chainStart = '0'.repeat(64);

const Row = z.object({
  transfer_id: z.coerce.number(),
  key: z.string(),
  kind: z.string(),
  currency_code: z.string(),
  reference: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  digest: z.string(),
  posted_at_ms: z.coerce.number(),
  detached_month: z.string().nullable(),
  entries: z
    .array(
      z.object({
        accountId: z.number(),
        owner: z.string(),
        bucket: z.string(),
        amountMinor: z.number(),
        balanceMinor: z.number(),
      }),
    )
    .nullable(),
});

/** Query for the months whose ledger entries are not attached, because an operator has detached their partition. */
export const detachedMonths = sql`
  select month from detached_months where table_name = 'ledger_entries'
  except select month from month_partitions where table_name = 'ledger_entries'`;

/**
 * Returns transfers with their entries, ordered by id.
 * @param of selects transfers by the number of their seal; null selects unsealed transfers
 * @param after returns only transfers with an id above this id
 */
export async function readTransfers(
  on: Queryable,
  of: number | null,
  after: number,
  limit: number,
): Promise<PostedTransfer[]> {
  // Do not write "is not distinct from", because PostgreSQL uses no index for that operator. Each seal would then read
  // the whole ledger.
  const isOf = of === null ? sql`seal_no is null` : sql`seal_no = ${of}`;
  const { rows } = await on.execute(sql`
    with detached as materialized (${detachedMonths})
    select transfer.transfer_id, key, kind, currency_code, reference, digest,
      floor(extract(epoch from posted_at) * 1000)::bigint as posted_at_ms, entries,
      (select max(month)::text from detached where month = entries_month) as detached_month
    from transfers transfer
    left join lateral (
      select json_agg(json_build_object(
        'accountId', entry.account_id, 'owner', account.owner, 'bucket', account.bucket,
        'amountMinor', entry.amount_minor, 'balanceMinor', entry.balance_minor) order by entry.account_id) as entries
      from ledger_entries entry join ledger_accounts account using (account_id)
      where entry.month = transfer.entries_month and entry.transfer_id = transfer.transfer_id
    ) sides on true
    where ${isOf} and transfer.transfer_id > ${after}
    order by transfer.transfer_id limit ${limit}`);
  return rows.map((raw) => {
    const row = Row.parse(raw);
    const entries = row.entries ?? [];
    return {
      transferId: row.transfer_id,
      digest: row.digest,
      detachedMonth: row.detached_month,
      postedAtMs: row.posted_at_ms,
      transfer: {
        key: row.key,
        kind: row.kind,
        currencyCode: row.currency_code,
        reference: row.reference,
        sides: entries.map(({ owner, bucket, amountMinor }) => ({ owner, bucket, amountMinor })),
      },
      entries: entries.map(({ accountId, amountMinor, balanceMinor }) => ({
        accountId,
        amountMinor,
        balanceMinor,
      })),
    };
  });
}

/** Returns a text that says how a transfer was changed after posting, or null if the transfer is unchanged. */
export function faultOf({ transfer, digest, entries }: PostedTransfer): string | null {
  const sum = entries.reduce((total, { amountMinor }) => total + amountMinor, 0);
  if (sum !== 0) return `its entries sum to ${sum}`;
  return digestOf(transfer) === digest ? null : 'it says something else than when it was posted';
}

/**
 * Begins the hash of a seal (a link of the ledger's hash chain) with the hash of the previous seal. The caller then
 * adds each transfer with `addToSeal`, in the order of ids.
 */
export function beginSeal(previous: string): Hash {
  return createHash('sha256').update(`${previous}\n`);
}
export function addToSeal(hash: Hash, { transferId, digest, postedAtMs, entries }: PostedTransfer): void {
  const moved = entries.map(({ accountId, amountMinor, balanceMinor }) => [
    accountId,
    amountMinor,
    balanceMinor,
  ]);
  hash.update(`${JSON.stringify([transferId, digest, postedAtMs, moved])}\n`);
}
