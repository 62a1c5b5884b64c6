import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { notify } from '../notifications/notify.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { loyaltyPoints } from '../wallet/service.ts';
import type { Side } from '../wallet/transfer.ts';
import { bucketsOf } from './bonus-buckets.ts';
import { promoUses, referrals } from './tables.ts';

export interface CancelDeps {
  ledger: Ledger;
  clock: { now(): Date };
}

interface Cancelled {
  accountId: string;
  currencyCode: string;
  /** The reason for the cancellation, as a text for the player. */
  reason: string;
}

/**
 * Takes back all bonus money of an account, playable or not, and ends every promised bonus. The caller must have locked
 * the account's row. The player keeps prizes that were won with bonus money, unless an operator refuses these prizes
 * separately.
 * @returns the amount taken back, and the number of promised or current bonuses that ended
 */
export async function cancelBonuses(
  { ledger, clock }: CancelDeps,
  tx: Transaction,
  { accountId, currencyCode, reason }: Cancelled,
): Promise<{ amountMinor: number; ended: number }> {
  const now = clock.now();
  const uses = await tx
    .update(promoUses)
    .set({ state: 'expired', endedAt: now, leftMinor: 0 })
    .where(and(eq(promoUses.accountId, accountId), isNull(promoUses.endedAt)))
    .returning({ useId: promoUses.useId });
  const promised = await tx
    .update(referrals)
    .set({ state: 'void', settledAt: now })
    .where(and(eq(referrals.friendId, accountId), eq(referrals.state, 'joined')))
    .returning({ friendId: referrals.friendId });
  const balances = await ledger.balances(`player:${accountId}`, currencyCode, tx);
  const taken = Object.values(bucketsOf)
    .flatMap(({ open, playable }) => [open, playable])
    .flatMap((bucket): Side[] => {
      const amountMinor = balances.get(bucket) ?? 0;
      return amountMinor > 0 ? [{ owner: `player:${accountId}`, bucket, amountMinor: -amountMinor }] : [];
    });
  const amountMinor = taken.reduce((total, side) => total - side.amountMinor, 0);
  const ended = uses.length + promised.length;
  if (ended === 0 && amountMinor === 0) return { amountMinor, ended };
  await notify(tx, accountId, 'bonus_cancelled', { amountMinor, currencyCode, reason }, now);
  if (amountMinor === 0) return { amountMinor, ended };
  const posting = await ledger.post(
    {
      key: `bonus-cancelled:${randomUUID()}`,
      kind: 'bonus-expired',
      currencyCode,
      reference: {},
      sides: [...taken, { owner: 'house', bucket: 'bonuses', amountMinor }],
    },
    tx,
  );
  if (posting.kind !== 'posted') throw new Error(`${accountId}: balance changed under the lock`);
  return { amountMinor, ended };
}

/**
 * Takes back loyalty points of an account. The caller must have locked the account's row.
 * @returns false if the player has too few points
 */
export async function takePoints(
  { ledger, clock }: CancelDeps,
  tx: Transaction,
  { accountId, points, reason }: { accountId: string; points: number; reason: string },
): Promise<boolean> {
  const posting = await ledger.post(
    {
      key: `points-taken:${randomUUID()}`,
      kind: 'loyalty',
      currencyCode: loyaltyPoints,
      reference: {},
      sides: [
        { owner: `player:${accountId}`, bucket: 'loyalty', amountMinor: -points },
        { owner: 'house', bucket: 'loyalty', amountMinor: points },
      ],
    },
    tx,
  );
  if (posting.kind !== 'posted') return false;
  await notify(tx, accountId, 'points_taken', { points, reason }, clock.now());
  return true;
}
