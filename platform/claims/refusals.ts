import { randomUUID } from 'node:crypto';
import { and, count, eq, sum } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { draws, wins } from '../draws/tables.ts';
import { cancelWinMails } from '../draws/win-mails.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { notify } from '../notifications/notify.ts';
import { purchases } from '../tickets/tables.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { Side, Transfer } from '../wallet/transfer.ts';
import { claimRefusals } from './tables.ts';

export type ClaimRefusal = typeof claimRefusals.$inferSelect;

export interface RefusalDeps {
  ledger: Ledger;
  catalogue: readonly GameDefinition[];
  clock: { now(): Date };
}

/** The outcome of `claims refuse` or `claims accept`. `why` tells the operator why the command was rejected. */
export type RefusalOutcome = { kind: 'done'; refusal: ClaimRefusal } | { kind: 'rejected'; why: string };

function rejected(why: string): RefusalOutcome {
  return { kind: 'rejected', why };
}

export async function findRefusal(on: Queryable, receiptNumber: string): Promise<ClaimRefusal | null> {
  const [found] = await on.select().from(claimRefusals).where(eq(claimRefusals.receiptNumber, receiptNumber));
  return found ?? null;
}

export async function countRefusals(on: Queryable, drawId: string): Promise<number> {
  const [row] = await on
    .select({ refusals: count() })
    .from(claimRefusals)
    .where(eq(claimRefusals.drawId, drawId));
  return row?.refusals ?? 0;
}

/**
 * Locks the account of a receipt and then the draw, so that no correction can change the prize. Purchases and
 * corrections use the same order of locks, which avoids deadlocks.
 */
async function holdReceipt(tx: Transaction, receiptNumber: string) {
  const [purchase] = await tx
    .select({ accountId: purchases.accountId, drawId: purchases.drawId })
    .from(purchases)
    .where(eq(purchases.receiptNumber, receiptNumber));
  if (!purchase) return null;
  const [account] = await tx
    .select({ status: accounts.status })
    .from(accounts)
    .where(eq(accounts.accountId, purchase.accountId))
    .for('no key update');
  const [draw] = await tx.select().from(draws).where(eq(draws.drawId, purchase.drawId)).for('share');
  return account && draw && account.status !== 'deleted' ? { ...purchase, draw } : null;
}

/**
 * Returns the transfer for a refusal. If `sign` is -1, it takes the prize back. If `sign` is 1, it pays the prize
 * again.
 */
function transferOf(
  { receiptNumber, drawId, accountId, currencyCode, amountMinor, takenMinor }: ClaimRefusal,
  { gameId, drawNumber }: { gameId: string; drawNumber: number },
  sign: 1 | -1,
): Transfer {
  const sides: Side[] = [
    { owner: `player:${accountId}`, bucket: 'winnings', amountMinor: sign * takenMinor },
    { owner: 'house', bucket: 'prizes', amountMinor: -sign * amountMinor },
    { owner: 'house', bucket: 'corrections', amountMinor: sign * (amountMinor - takenMinor) },
  ];
  return {
    key: `claim:${randomUUID()}`,
    kind: 'correction',
    currencyCode,
    reference: { drawId, gameId, drawNumber, receiptNumber },
    sides: sides.filter((side) => side.amountMinor !== 0),
  };
}

/**
 * Refuses the prize of a receipt, and notifies the player of the reason. The prize is taken back from the winnings,
 * never from deposits and never below zero.
 */
export async function refuseClaim(
  { ledger, catalogue, clock }: RefusalDeps,
  tx: Transaction,
  { receiptNumber, reason, by }: { receiptNumber: string; reason: string; by: string },
): Promise<RefusalOutcome> {
  const held = await holdReceipt(tx, receiptNumber);
  const game = catalogue.find(({ gameId }) => gameId === held?.draw.gameId);
  if (!held || !game) return rejected(`no account holds the receipt ${receiptNumber}`);
  const { accountId, draw } = held;
  const { drawId, drawNumber } = draw;
  if (draw.status !== 'published' || draw.postedAt === null)
    return rejected(`the prizes of ${drawId} are not paid yet: refuse the prize after that`);
  if (draw.correction?.kind === 'voided') return rejected(`${drawId} is void, so it has no prizes`);
  if (await findRefusal(tx, receiptNumber))
    return rejected(`the prize of ${receiptNumber} is already refused`);
  const [won] = await tx
    .select({ amountMinor: sum(wins.amountMinor).mapWith(Number) })
    .from(wins)
    .where(and(eq(wins.drawId, drawId), eq(wins.receiptNumber, receiptNumber)));
  const amountMinor = won?.amountMinor ?? 0;
  if (amountMinor === 0) return rejected(`${receiptNumber} has no prize`);
  const { currencyCode } = game;
  const balances = await ledger.balances(`player:${accountId}`, currencyCode, tx);
  const now = clock.now();
  const refusal: ClaimRefusal = {
    receiptNumber,
    drawId,
    accountId,
    currencyCode,
    amountMinor,
    takenMinor: Math.min(amountMinor, Math.max(0, balances.get('winnings') ?? 0)),
    reason,
    refusedBy: by,
    refusedAt: now,
  };
  await tx.insert(claimRefusals).values(refusal);
  await cancelWinMails(tx, drawId, [accountId], now);
  const about = { game: game.name, draw: drawNumber, amountMinor, currencyCode };
  await notify(tx, accountId, 'prize_refused', { ...about, reason }, now);
  const posting = await ledger.post(transferOf(refusal, draw, -1), tx);
  if (posting.kind !== 'posted') throw new Error(`${receiptNumber}: balance changed under the lock`);
  return { kind: 'done', refusal };
}

/** Ends the refusal of a prize: pays the amount that was taken back, and notifies the player. */
export async function acceptClaim(
  { ledger, catalogue, clock }: RefusalDeps,
  tx: Transaction,
  { receiptNumber }: { receiptNumber: string },
): Promise<RefusalOutcome> {
  const held = await holdReceipt(tx, receiptNumber);
  const game = catalogue.find(({ gameId }) => gameId === held?.draw.gameId);
  const refusal = held && (await findRefusal(tx, receiptNumber));
  if (!refusal || !game) return rejected(`the prize of ${receiptNumber} is not refused`);
  await tx.delete(claimRefusals).where(eq(claimRefusals.receiptNumber, receiptNumber));
  const { accountId, amountMinor, currencyCode } = refusal;
  const about = { game: game.name, draw: held.draw.drawNumber, amountMinor, currencyCode };
  await notify(tx, accountId, 'prize_accepted', about, clock.now());
  const posting = await ledger.post(transferOf(refusal, held.draw, 1), tx);
  if (posting.kind !== 'posted') throw new Error(`${receiptNumber}: the prize could not be paid`);
  return { kind: 'done', refusal };
}
