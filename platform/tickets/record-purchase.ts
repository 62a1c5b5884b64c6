import type { Line } from '../../shared/domain/draw-kinds.ts';
import type { Transaction } from '../db/database.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { PlayerBucket, Transfer } from '../wallet/transfer.ts';
import { insertLines, type Purchase } from './repository.ts';
import { purchases } from './tables.ts';

/**
 * Writes a purchase down, with its lines and what it takes from the wallet. The account is held.
 * @param lines in the order in which they are written (see `insertLines`)
 * @param also what is posted with it
 * @returns what stood against it; the transaction has ended with it
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
  // Last, so that nobody waits for anything while it holds rows of the ledger.
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
