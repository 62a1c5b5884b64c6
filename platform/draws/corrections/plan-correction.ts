import type { Transaction } from '../../db/database.ts';
import { playerBuckets, type Side } from '../../wallet/transfer.ts';
import { ownerOf } from '../post-draw.ts';
import type { DrawCorrection, DrawOutcome, WrittenOff } from '../tables.ts';
import type { NewWin } from '../ticket-store.ts';
import type { LockedDraw } from './locked-draw.ts';
import { changePrizes, mergeSides, type Owner, type PrizeChange } from './money.ts';
import { lastCorrection, type PlayedTicket, paidStakes, storedWins, winningsOf } from './repository.ts';
import type { SettledAnew } from './settle-anew.ts';

/** Returns the sum of each owner's wins. */
function sumsOf(tickets: readonly PlayedTicket[], wins: readonly NewWin[]): Map<Owner, number> {
  const owners = new Map(
    tickets.map((ticket) => [`${ticket.receiptNumber} ${ticket.lineNo}`, ownerOf(ticket)]),
  );
  const sums = new Map<Owner, number>();
  for (const { receiptNumber, lineNo, amountMinor } of wins) {
    const owner = owners.get(`${receiptNumber} ${lineNo}`);
    if (owner === undefined) throw new Error(`${receiptNumber} has won but was not sold`);
    sums.set(owner, (sums.get(owner) ?? 0) + amountMinor);
  }
  return sums;
}

/** Computes the refund of all stakes, each to the bucket that paid it. Seeded players paid in cash. */
async function refundsOf(tx: Transaction, drawId: string, tickets: readonly PlayedTicket[]) {
  const sides: Side[] = [];
  const stakes = new Map<string, number>();
  for (const { accountId, paidFrom } of await paidStakes(tx, drawId))
    for (const bucket of playerBuckets) {
      const amountMinor = paidFrom[bucket] ?? 0;
      if (amountMinor === 0) continue;
      sides.push({ owner: `player:${accountId}`, bucket, amountMinor });
      stakes.set(accountId, (stakes.get(accountId) ?? 0) + amountMinor);
    }
  const ofSeeded = tickets.filter(({ playerNo }) => playerNo !== null);
  const cashMinor = ofSeeded.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0);
  const paidMinor = [...stakes.values()].reduce((sum, amount) => sum + amount, 0);
  sides.push(
    { owner: 'house', bucket: 'payments', amountMinor: cashMinor },
    { owner: 'house', bucket: 'sales', amountMinor: -cashMinor - paidMinor },
  );
  return { sides, stakes, seededTickets: ofSeeded.length, totalMinor: cashMinor + paidMinor };
}

const noRefunds: Awaited<ReturnType<typeof refundsOf>> = {
  sides: [],
  stakes: new Map(),
  seededTickets: 0,
  totalMinor: 0,
};

/** Everything that a correction writes. */
export interface CorrectionPlan {
  /** This is the draw's n-th correction, counted from 1. */
  no: number;
  before: DrawOutcome;
  after: DrawOutcome;
  winsBefore: NewWin[];
  changes: PrizeChange[];
  writtenOff: WrittenOff[];
  refunds: Awaited<ReturnType<typeof refundsOf>>;
  /** The sides (debits and credits) of the ledger transfer. Empty if no money moves. */
  sides: Side[];
}

/** Computes everything that a new settlement changes: outcome, prizes, refunds and the ledger transfer. */
export async function planCorrection(
  tx: Transaction,
  { game, row, tickets, isNextHeld }: LockedDraw,
  kind: DrawCorrection['kind'],
  anew: SettledAnew,
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
  // If the next draw was already held, its pot cannot change any more, so the house pays or keeps the difference.
  const after: DrawOutcome = isNextHeld ? { ...anew.outcome, carryMinor: row.carryMinor } : anew.outcome;
  const carryChange = after.carryByRulesMinor - before.carryByRulesMinor;

  const winsBefore = await storedWins(tx, drawId);
  const sumsBefore = sumsOf(tickets, winsBefore);
  const refunds = kind === 'voided' ? await refundsOf(tx, drawId, tickets) : noRefunds;
  const available = await winningsOf(tx, [...sumsBefore.keys()], game.currencyCode);
  // A stake that is refunded to the winnings increases the balance from which prizes can be taken back.
  for (const { owner, bucket, amountMinor } of refunds.sides)
    if (owner !== 'house' && bucket === 'winnings')
      available.set(owner, (available.get(owner) ?? 0) + amountMinor);
  const { changes, writtenOff } = changePrizes(
    sumsBefore,
    sumsOf(tickets, anew.wins),
    last?.writtenOff ?? [],
    available,
  );
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
  return { no: (last?.no ?? 0) + 1, before, after, winsBefore, changes, writtenOff, refunds, sides };
}
