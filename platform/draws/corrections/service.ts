import { eq } from 'drizzle-orm';
import { isoDayIn } from '../../../shared/domain/site-time.ts';
import type { Transaction } from '../../db/database.ts';
import { storeEvent } from '../../events/repository.ts';
import type { GameDefinition } from '../../games/catalogue.ts';
import { playerBuckets, type Side } from '../../wallet/transfer.ts';
import { parseDrawId } from '../draw-id.ts';
import { postDraw } from '../post-draw.ts';
import { tagsOf } from '../publish-draw.ts';
import type { DrawRow } from '../repository.ts';
import { resultOf } from '../result-view.ts';
import { type DrawCorrection, type DrawOutcome, drawCorrections, draws } from '../tables.ts';
import type { NewWin } from '../ticket-store.ts';
import { changePrizes, gathered, movedOf, type Owner, ownerOf } from './money.ts';
import type { CorrectionDeps, CorrectionOutcome, CorrectResult, VoidResult } from './order.ts';
import {
  beginCorrection,
  correctDay,
  holdPlayers,
  lastCorrection,
  lockDraw,
  lockNext,
  type PlayedTicket,
  paidStakes,
  playedTickets,
  replaceWins,
  storedWins,
  winningsOf,
} from './repository.ts';
import { type Anew, settleCorrected, settleVoided } from './settle-anew.ts';
import { tellPlayers } from './tell.ts';

const longestReason = 300;

function refused(why: string): CorrectionOutcome {
  return { kind: 'refused', why };
}

/** Who won how much by these lines. */
function sumsOf(tickets: readonly PlayedTicket[], wins: readonly NewWin[]): Map<Owner, number> {
  const owners = new Map(
    tickets.map((ticket) => [`${ticket.receiptNumber} ${ticket.lineNo}`, ownerOf(ticket)]),
  );
  const sums = new Map<Owner, number>();
  for (const { receiptNumber, lineNo, amountMinor } of wins) {
    const owner = owners.get(`${receiptNumber} ${lineNo}`);
    if (owner === undefined) throw new Error(`${receiptNumber} has won and was never sold`);
    sums.set(owner, (sums.get(owner) ?? 0) + amountMinor);
  }
  return sums;
}

/** Stakes back to where they were taken from; seeded players paid in cash. */
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

type Published = DrawRow & Pick<DrawOutcome, 'drawn' | 'prizes'>;

async function change(
  deps: CorrectionDeps,
  tx: Transaction,
  order: VoidResult,
  kind: DrawCorrection['kind'],
  settleAnew: (game: GameDefinition, row: Published, tickets: readonly PlayedTicket[]) => Anew,
): Promise<CorrectionOutcome> {
  const { ledger, timeZone } = deps;
  const { drawId, by } = order;
  const now = deps.clock.now();
  const reason = order.reason.trim();
  if (reason === '' || reason.length > longestReason)
    return refused(`a reason has 1 to ${longestReason} characters: everybody reads it`);
  if (parseDrawId(drawId) === null) return refused(`${drawId} is no draw`);

  // Locks: one correction, accounts in their order, the draw, its successor; then the ledger and the day, as in a
  // publication. Nobody who waits for one of them holds one that comes later.
  await beginCorrection(tx);
  const reachable = await holdPlayers(tx, drawId);
  const row = await lockDraw(tx, drawId);
  const game = deps.catalogue.find(({ gameId }) => gameId === row?.gameId);
  if (!row || !game) return refused(`${drawId} is no draw`);
  const { drawn, prizes, gameId, drawNumber } = row;
  if (row.status !== 'published' || drawn === null || prizes === null)
    return refused(`${drawId} has no result yet`);
  if (row.correction?.kind === 'voided') return refused(`${drawId} is void: it cannot be changed any more`);
  const isNextHeld = game.jackpot !== null && (await lockNext(tx, gameId, drawNumber));

  const tickets = await playedTickets(tx, drawId);
  const published: Published = { ...row, drawn, prizes };
  const anew = settleAnew(game, published, tickets);
  if ('why' in anew) return refused(anew.why);
  if (row.postedAt === null) await postDraw(tx, { ledger, game, now }, row);
  const last = await lastCorrection(tx, drawId);
  const before: DrawOutcome = {
    drawn,
    prizes,
    winnersTotal: row.winnersTotal,
    paidMinor: row.paidMinor,
    rollsOver: row.rollsOver,
    carryMinor: row.carryMinor,
    carryByRulesMinor: last?.after.carryByRulesMinor ?? row.carryMinor,
  };
  // A pot that was played for stays: what it should have been goes through the house.
  const after: DrawOutcome = isNextHeld ? { ...anew.outcome, carryMinor: row.carryMinor } : anew.outcome;
  const carryChange = after.carryByRulesMinor - before.carryByRulesMinor;

  const winsBefore = await storedWins(tx, drawId);
  const sumsBefore = sumsOf(tickets, winsBefore);
  const refunds = kind === 'voided' ? await refundsOf(tx, drawId, tickets) : noRefunds;
  const available = await winningsOf(tx, [...sumsBefore.keys()], game.currencyCode);
  // What comes back to the winnings can be taken from them.
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
  const sides = gathered([
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

  const no = (last?.no ?? 0) + 1;
  const correction: DrawCorrection = {
    kind,
    no,
    at: now.toISOString(),
    reason,
    drawnBefore: row.correction?.drawnBefore ?? drawn,
  };
  await tx
    .insert(drawCorrections)
    .values({ drawId, no, kind, before, after, writtenOff, reason, decidedBy: by, correctedAt: now });
  await replaceWins(tx, drawId, winsBefore, anew.wins, now);
  const { carryByRulesMinor: _, ...shown } = after;
  await tx
    .update(draws)
    .set({ ...shown, topWin: anew.topWin, correction })
    .where(eq(draws.drawId, drawId));
  await tellPlayers(tx, { game, drawNumber, kind, reason, now, reachable }, changes, refunds.stakes);
  if (sides.length > 0) {
    const posting = await ledger.post(
      {
        key: `correction:${drawId}:${no}`,
        kind: 'correction',
        currencyCode: game.currencyCode,
        reference: { drawId, gameId, drawNumber, no },
        sides,
      },
      tx,
    );
    // The accounts are held, and only corrections take from seeded players.
    if (posting.kind !== 'posted') throw new Error(`${drawId}: what was there to be taken is not`);
  }
  await correctDay(
    tx,
    { gameId, day: isoDayIn(timeZone, row.drawAt), timeZone },
    { winners: after.winnersTotal - before.winnersTotal, paidMinor: after.paidMinor - before.paidMinor },
  );
  const result = resultOf(game, { ...row, ...shown, correction }, timeZone);
  // Pages of draws that another has followed carry a tag of their own.
  const tags = [...tagsOf(gameId), `draws:${gameId}`];
  await storeEvent(tx, {
    drawId,
    payload: { tags, result, publishedAt: now.toISOString() },
    createdAt: now,
  });
  return {
    kind: 'done',
    summary: {
      drawId,
      gameId,
      drawNumber,
      kind,
      no,
      currencyCode: game.currencyCode,
      before,
      after,
      paid: movedOf(changes, ({ payMinor }) => payMinor),
      takenBack: movedOf(changes, ({ takeMinor }) => takeMinor),
      refunded: {
        accounts: refunds.stakes.size,
        seeded: refunds.seededTickets,
        amountMinor: refunds.totalMinor,
      },
      writtenOff: changes.flatMap(({ owner, lossMinor: amountMinor }) =>
        amountMinor > 0 ? [{ owner, amountMinor }] : [],
      ),
      potDifferenceMinor: isNextHeld ? after.carryByRulesMinor - after.carryMinor : 0,
    },
  };
}

/**
 * Corrects a published result: other numbers, other amounts, or both. Wins are settled anew over the same tickets, and
 * the money follows; what was published first stays visible, with the reason. All of it in the transaction that it is
 * given: rolled back, nothing was done and nobody was told, so that is what a dry run does.
 * (docs/decisions/corrections.md)
 */
export function correctResult(
  deps: CorrectionDeps,
  tx: Transaction,
  order: CorrectResult,
): Promise<CorrectionOutcome> {
  return change(deps, tx, order, 'corrected', (game, row, tickets) =>
    settleCorrected(game, row, tickets, order),
  );
}

/** A draw that does not count: stakes go back to where they were taken from, prizes are taken back. For good. */
export function voidResult(
  deps: CorrectionDeps,
  tx: Transaction,
  order: VoidResult,
): Promise<CorrectionOutcome> {
  return change(deps, tx, order, 'voided', (_, row) => settleVoided(row));
}
