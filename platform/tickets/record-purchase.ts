import { sql } from 'drizzle-orm';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import { sqlState, type Transaction, violatedConstraint } from '../db/database.ts';
import type { Counter } from '../limits/counter.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { PlayerBucket, Side, Transfer } from '../wallet/transfer.ts';
import type { Purchase } from './repository.ts';

const uniqueViolation = '23505';
/**
 * Matches the names of the unique index on raffle tickets. The index has a different name in each partition of the
 * tickets.
 */
const raffleIndex = /^tickets_(?:\w+_)?raffle$/;

/**
 * Stores a purchase with its lines and posts it to the ledger, in one round trip. The caller has locked the account.
 * @param paidFrom the player's buckets that pay the stake, or 'house' for a free ticket
 * @param lines the ticket lines. Raffle tickets must be sorted, because concurrent buyers of the same tickets would
 *   otherwise deadlock
 * @param also further transfers to be posted with the purchase
 * @param spent the account's counter of stakes after the purchase. Null if the account never had a spending limit
 * @returns 'recorded', or the reason for a failure. After a failure, the transaction is aborted
 */
export async function recordPurchase(
  tx: Transaction,
  ledger: Ledger,
  purchase: Purchase,
  paidFrom: readonly { bucket: PlayerBucket; amountMinor: number }[] | 'house',
  lines: readonly { lineNo: number; line: Line }[],
  { also = [], spent }: { also?: readonly Transfer[] | undefined; spent: Counter | null },
): Promise<'recorded' | 'ticket taken' | 'insufficient'> {
  const { receiptNumber, accountId, drawId, gameId, currencyCode, stakeMinor } = purchase;
  const owner = `player:${accountId}` as const;
  const payers: Side[] =
    paidFrom === 'house'
      ? [{ owner: 'house', bucket: 'bonuses', amountMinor: -stakeMinor }]
      : paidFrom.map(({ bucket, amountMinor }) => ({ owner, bucket, amountMinor: -amountMinor }));
  const ticket: Transfer = {
    key: `ticket:${receiptNumber}`,
    kind: 'ticket',
    currencyCode,
    reference: { receiptNumber, drawId, gameId },
    sides: [...payers, { owner: 'house', bucket: 'sales', amountMinor: stakeMinor }],
  };
  try {
    const outcome = await ledger.postAll(
      [ticket, ...also],
      tx,
      (posting) => sql`
        select record_purchase(
          ${receiptNumber}, ${accountId}::uuid, ${purchase.idempotencyKey}, ${purchase.askedDigest}, ${gameId},
          ${drawId}, ${stakeMinor}::bigint, ${currencyCode}, ${JSON.stringify(purchase.paidFrom)}::jsonb,
          ${purchase.boughtAt.toISOString()}::timestamptz,
          ${sql.param(lines.map(({ lineNo }) => lineNo))}::smallint[],
          ${sql.param(lines.map(({ line }) => JSON.stringify(line)))}::jsonb[], ${posting},
          ${spent && JSON.stringify(spent)}::jsonb)`,
    );
    return outcome === 'posted' ? 'recorded' : 'insufficient';
  } catch (error) {
    if (sqlState(error) === uniqueViolation && raffleIndex.test(violatedConstraint(error) ?? ''))
      return 'ticket taken';
    throw error;
  }
}
