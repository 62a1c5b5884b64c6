import { eq } from 'drizzle-orm';
import { isoDayIn } from '../../../shared/domain/site-time.ts';
import type { Transaction } from '../../db/database.ts';
import { storeEvent } from '../../events/repository.ts';
import { correctCounts } from '../../statistics/correct-counts.ts';
import { usualSizes } from '../chunk-store.ts';
import { tagsOf } from '../draw-events.ts';
import { postPastDraw } from '../post-draw.ts';
import { resultOf } from '../result-view.ts';
import { type DrawCorrection, drawCorrections, draws } from '../tables.ts';
import { type LockedDraw, lockPublishedDraw } from './locked-draw.ts';
import { movedOf } from './money.ts';
import { createNewWins, replaceWins } from './new-wins.ts';
import { notifyPlayers } from './notify-players.ts';
import type {
  CorrectionDeps,
  CorrectionOutcome,
  CorrectionSummary,
  CorrectResult,
  VoidResult,
} from './order.ts';
import { type CorrectionPlan, planCorrection } from './plan-correction.ts';
import { correctDay } from './repository.ts';
import { type Anew, newRulesOf, type SettledAnew, settleCorrected, settleVoided } from './settle-anew.ts';

const maxReasonLength = 300;

function refused(why: string): CorrectionOutcome {
  return { kind: 'refused', why };
}

function summaryOf(
  { game, row, isNextHeld }: LockedDraw,
  kind: DrawCorrection['kind'],
  { no, before, after, changes, refunds }: CorrectionPlan,
): CorrectionSummary {
  return {
    drawId: row.drawId,
    gameId: row.gameId,
    drawNumber: row.drawNumber,
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
  };
}

/** Writes the correction, moves the money, notifies the players and announces the result. */
async function carryOut(
  { ledger, timeZone }: CorrectionDeps,
  tx: Transaction,
  { game, row, deleted }: LockedDraw,
  correction: DrawCorrection,
  plan: CorrectionPlan,
  { topWin, decidedBy, now }: Pick<SettledAnew, 'topWin'> & { decidedBy: string; now: Date },
): Promise<void> {
  const { drawId, gameId, drawNumber } = row;
  const { kind, no, reason } = correction;
  const { before, after, changes, writtenOff, refunds, sides } = plan;
  await tx
    .insert(drawCorrections)
    .values({ drawId, no, kind, before, after, writtenOff, reason, decidedBy, correctedAt: now });
  await replaceWins(tx, drawId, now);
  const { carryByRulesMinor: _, ...shown } = after;
  await tx
    .update(draws)
    .set({ ...shown, topWin, correction })
    .where(eq(draws.drawId, drawId));
  await notifyPlayers(tx, { drawId, game, drawNumber, kind, reason, now, deleted }, changes, refunds.stakes);
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
    // The balances cannot have changed since the plan was made. The accounts are locked, and only corrections take
    // money from seeded (simulated) players.
    if (posting.kind !== 'posted')
      throw new Error(`${drawId}: the correction could not be posted to the ledger`);
  }
  await correctDay(
    tx,
    { gameId, day: isoDayIn(timeZone, row.drawAt), timeZone },
    { winners: after.winnersTotal - before.winnersTotal, paidMinor: after.paidMinor - before.paidMinor },
  );
  await correctCounts(tx, game, {
    drawNumber,
    before: before.drawn,
    after: kind === 'voided' ? null : after.drawn,
  });
  const result = resultOf(game, { ...row, ...shown, postedAt: row.postedAt ?? now, correction }, timeZone);
  // A correction can change an older draw, so add the cache tag of pages that show older draws.
  const tags = [...tagsOf(gameId), `draws:${gameId}`];
  await storeEvent(tx, {
    drawId,
    kind: 'result',
    payload: { tags, result, publishedAt: now.toISOString() },
    createdAt: now,
  });
}

async function change(
  deps: CorrectionDeps,
  tx: Transaction,
  order: VoidResult,
  kind: DrawCorrection['kind'],
  settleAnew: (locked: LockedDraw) => Promise<Anew> | Anew,
): Promise<CorrectionOutcome> {
  const now = deps.clock.now();
  const reason = order.reason.trim();
  if (reason === '' || reason.length > maxReasonLength)
    return refused(`the reason must have 1 to ${maxReasonLength} characters: it is published`);
  const locked = await lockPublishedDraw(tx, deps.catalogue, order.drawId);
  if ('why' in locked) return refused(locked.why);
  const { game, row } = locked;
  if (row.postedAt === null && row.chunks > 0)
    return refused(
      `${row.drawId} has posted ${row.prizesPosted} of ${row.winnersTotal} prizes: correct it when all are posted`,
    );
  await createNewWins(tx);
  const anew = await settleAnew(locked);
  if ('why' in anew) return refused(anew.why);
  if (row.postedAt === null) await postPastDraw(tx, { ledger: deps.ledger, game, now }, row);
  const plan = await planCorrection(tx, locked, kind, anew);
  const correction: DrawCorrection = {
    kind,
    no: plan.no,
    at: now.toISOString(),
    reason,
    drawnBefore: row.correction?.drawnBefore ?? row.drawn,
  };
  const { topWin } = anew;
  await carryOut(deps, tx, locked, correction, plan, { topWin, decidedBy: order.by, now });
  return { kind: 'done', summary: summaryOf(locked, kind, plan) };
}

/**
 * Corrects the numbers or the amounts of a published result. Settles the draw's tickets again and moves the money.
 * Players still see the original result and the reason for the correction. All changes are made in the given
 * transaction, so that a dry run can roll them back. (docs/decisions/corrections.md)
 */
export function correctResult(
  deps: CorrectionDeps,
  tx: Transaction,
  order: CorrectResult,
): Promise<CorrectionOutcome> {
  return change(deps, tx, order, 'corrected', ({ game, row }) => {
    const rules = newRulesOf(game, row, order);
    return 'why' in rules ? rules : settleCorrected(tx, rules, row, deps.drawSizes ?? usualSizes);
  });
}

/** Voids a draw permanently. Refunds each stake to the bucket that paid it, and takes back the prizes. */
export function voidResult(
  deps: CorrectionDeps,
  tx: Transaction,
  order: VoidResult,
): Promise<CorrectionOutcome> {
  return change(deps, tx, order, 'voided', ({ row }) => settleVoided(row));
}
