import type { Transaction } from '../../db/database.ts';
import type { Side } from '../../wallet/transfer.ts';
import type { DrawCorrection, DrawOutcome, WrittenOff } from '../tables.ts';
import type { LockedDraw } from './locked-draw.ts';
import { changePrizes, mergeSides, type PrizeChange } from './money.ts';
import { sumsByOwner } from './new-wins.ts';
import { lastCorrection, paidStakes, seededStakes, winningsOf } from './repository.ts';
import type { SettledAnew } from './settle-anew.ts';

/**
 * Computes the refund of all stakes. Each stake is refunded to the wallet bucket that paid it (such as deposit or
 * winnings). Seeded (simulated) players have no player account, so they paid in cash and are refunded in
 * cash.
 */
async function refundsOf(tx: Transaction, drawId: string) {
  const sides: Side[] = [];
  const stakes = new Map<string, number>();
  for (const { accountId, bucket, amountMinor } of await paidStakes(tx, drawId)) {
    if (amountMinor === 0) continue;
    sides.push({ owner: `player:${accountId}`, bucket, amountMinor });
    stakes.set(accountId, (stakes.get(accountId) ?? 0) + amountMinor);
  }
  const { lines, cashMinor } = await seededStakes(tx, drawId);
  const paidMinor = [...stakes.values()].reduce((sum, amount) => sum + amount, 0);
  sides.push(
    { owner: 'house', bucket: 'payments', amountMinor: cashMinor },
    { owner: 'house', bucket: 'sales', amountMinor: -cashMinor - paidMinor },
  );
  return { sides, stakes, seededTickets: lines, totalMinor: cashMinor + paidMinor };
}

const noRefunds: Awaited<ReturnType<typeof refundsOf>> = {
  sides: [],
  stakes: new Map(),
  seededTickets: 0,
  totalMinor: 0,
};

/** Everything that a correction writes. */
export interface CorrectionPlan {
  /** Number of the correction, counted from 1 within the draw. */
  no: number;
  before: DrawOutcome;
  after: DrawOutcome;
  changes: PrizeChange[];
  writtenOff: WrittenOff[];
  refunds: Awaited<ReturnType<typeof refundsOf>>;
  /** The sides (debits and credits) of the ledger transfer. The list is empty if no money moves. */
  sides: Side[];
}

/** Computes everything that the new wins change: outcome, prizes, refunds and the ledger transfer. */
export async function planCorrection(
  tx: Transaction,
  { game, row, isNextHeld }: LockedDraw,
  kind: DrawCorrection['kind'],
  { outcome }: SettledAnew,
): Promise<CorrectionPlan> {
  const { drawId, gameId } = row;
  const last = await lastCorrection(tx, drawId);
  const before: DrawOutcome = {
    drawn: row.drawn,
    prizes: row.prizes,
    winnersTotal: row.winnersTotal,
    paidMinor: row.paidMinor,
    rollsOver: row.rollsOver,
    carryMinor: row.carryMinor,
    carryByRulesMinor: last?.after.carryByRulesMinor ?? row.carryMinor,
  };
  // If the next draw has already taken place, its pot cannot change any more, so the house pays or keeps the
  // difference.
  const after: DrawOutcome = isNextHeld ? { ...outcome, carryMinor: row.carryMinor } : outcome;
  const carryChange = after.carryByRulesMinor - before.carryByRulesMinor;

  const sumsBefore = await sumsByOwner(tx, drawId, 'stored');
  const sumsAfter = await sumsByOwner(tx, drawId, 'new');
  const refunds = kind === 'voided' ? await refundsOf(tx, drawId) : noRefunds;
  const available = await winningsOf(tx, [...sumsBefore.keys()], game.currencyCode);
  // A stake that is refunded to a player's winnings increases the balance from which prizes can be taken back.
  for (const { owner, bucket, amountMinor } of refunds.sides)
    if (owner !== 'house' && bucket === 'winnings')
      available.set(owner, (available.get(owner) ?? 0) + amountMinor);
  const { changes, writtenOff } = changePrizes(sumsBefore, sumsAfter, last?.writtenOff ?? [], available);
  const lossMinor = changes.reduce((sum, each) => sum + each.lossMinor, 0);
  const sides = mergeSides([
    ...changes.map(
      ({ owner, payMinor, takeMinor }): Side => ({
        owner,
        bucket: 'winnings',
        amountMinor: payMinor - takeMinor,
      }),
    ),
    ...refunds.sides,
    { owner: 'house', bucket: 'prizes', amountMinor: before.paidMinor - after.paidMinor - carryChange },
    { owner: 'house', bucket: isNextHeld ? 'corrections' : `jackpot:${gameId}`, amountMinor: carryChange },
    { owner: 'house', bucket: 'corrections', amountMinor: -lossMinor },
  ]);
  return { no: (last?.no ?? 0) + 1, before, after, changes, writtenOff, refunds, sides };
}
