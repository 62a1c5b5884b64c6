import type { Line } from '../../shared/domain/draw-kinds.ts';
import type { Transaction } from '../db/database.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { PlayerBucket, Transfer } from '../wallet/transfer.ts';
import { insertLines, type Purchase } from './repository.ts';
import { purchases } from './tables.ts';

/**
 * Stores a purchase with its lines and posts it to the ledger. The caller has locked the account.
 * @param lines in the order of insertion (see `insertLines`)
 * @param also further transfers to be posted with the purchase
 * @returns 'recorded', or the reason for a failure, which has aborted the transaction
 */
export async function recordPurchase(
  tx: Transaction,
  ledger: Ledger,
  purchase: Purchase,
  paidFrom: readonly { bucket: PlayerBucket; amountMinor: number }[],
  lines: readonly { lineNo: number; line: Line }[],
  also: readonly Transfer[] = [],
): Promise<'recorded' | 'ticket taken' | 'insufficient'> {
  const { receiptNumber, accountId, drawId, gameId, currencyCode, stakeMinor } = purchase;
  const owner = `player:${accountId}` as const;
  await tx.insert(purchases).values(purchase);
  if (!(await insertLines(tx, purchase, lines, stakeMinor / purchase.lines))) return 'ticket taken';
  // The ledger is posted last, so that its rows are locked as briefly as possible.
  const ticket: Transfer = {
    key: `ticket:${receiptNumber}`,
    kind: 'ticket',
    currencyCode,
    reference: { receiptNumber, drawId, gameId },
    sides: [
      ...paidFrom.map(({ bucket, amountMinor }) => ({ owner, bucket, amountMinor: -amountMinor })),
      { owner: 'house', bucket: 'sales', amountMinor: stakeMinor },
    ],
  };
  return (await ledger.postAll([ticket, ...also], tx)) === 'posted' ? 'recorded' : 'insufficient';
}
