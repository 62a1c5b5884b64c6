import { parseDrawId } from '../../shared/domain/draw-id.ts';
import type { CorrectionOutcome, CorrectionSummary, Moved } from '../draws/corrections/order.ts';
import { correctResult, voidResult } from '../draws/corrections/service.ts';
import type { DrawOutcome } from '../draws/tables.ts';
import { type Acting, type AdminDeps, type Outcome, perform, timeZoneOf } from './context.ts';
import { rejectCommand, rejectUsage } from './failure.ts';
import type { NewLine } from './log.ts';
import { many, moneyOf, numberOf, parseMoney } from './words.ts';

function movedWords({ accounts, seeded, amountMinor }: Moved, currencyCode: string): string {
  return `${moneyOf(amountMinor, currencyCode)}: ${many(accounts, 'account')}, ${seeded.toLocaleString('en')} seeded`;
}

function outcomeWords(
  { drawn, winnersTotal, paidMinor, carryMinor }: DrawOutcome,
  currencyCode: string,
): string {
  return `${drawn.join(' ')}; ${many(winnersTotal, 'winner')}, ${moneyOf(paidMinor, currencyCode)} of prizes, ${moneyOf(carryMinor, currencyCode)} carried on`;
}

function linesOf(summary: CorrectionSummary): string[] {
  const { drawId, kind, no, currencyCode, before, after, writtenOff, potDifferenceMinor } = summary;
  return [
    kind === 'voided' ? `${drawId} is void.` : `The result of ${drawId} is corrected (number ${no}).`,
    `before      ${outcomeWords(before, currencyCode)}`,
    `after       ${outcomeWords(after, currencyCode)}`,
    `paid        ${movedWords(summary.paid, currencyCode)}`,
    `taken back  ${movedWords(summary.takenBack, currencyCode)}`,
    ...(kind === 'voided' ? [`refunded    ${movedWords(summary.refunded, currencyCode)} tickets`] : []),
    ...writtenOff.map(
      ({ owner, amountMinor }) =>
        `lost        ${moneyOf(amountMinor, currencyCode)} of ${owner}: already spent`,
    ),
    ...(potDifferenceMinor === 0
      ? []
      : [
          `pot         the next draw was held with another pot: the house covers ${moneyOf(potDifferenceMinor, currencyCode)}`,
        ]),
    'The site shows it within a second.',
  ];
}

function done(act: string, reason: string, outcome: CorrectionOutcome): Outcome & { line: NewLine } {
  if (outcome.kind === 'refused') return rejectCommand(outcome.why);
  const { summary } = outcome;
  const { drawId, no, kind, paid, takenBack, refunded, writtenOff, currencyCode, before, after } = summary;
  return {
    data: summary,
    lines: linesOf(summary),
    line: {
      act,
      accountId: null,
      subject: drawId,
      reason,
      result: {
        kind,
        no,
        currencyCode,
        drawnBefore: before.drawn.join(' '),
        drawnAfter: after.drawn.join(' '),
        paidMinor: paid.amountMinor,
        takenBackMinor: takenBack.amountMinor,
        refundedMinor: refunded.amountMinor,
        writtenOffMinor: writtenOff.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      },
    },
  };
}

/**
 * Parses the values of `--amount`. For example, `2=5000` means that each winner of the second prize gets 5000 in the
 * game's currency.
 */
function amountsOf(written: readonly string[], currencyCode: string) {
  return written.map((one) => {
    const [prizeNo = '', amount] = one.split('=');
    if (amount === undefined)
      return rejectUsage('--amount must be a prize number and the amount of one winner: --amount 2=5000');
    return { prizeNo: numberOf('amount', prizeNo), amountMinor: parseMoney('amount', amount, currencyCode) };
  });
}

function drawnOf(written: string): readonly string[] | 'seed' {
  // A raffle number can contain a space between its series and its digits. If the input contains commas, split only at
  // commas, so that such a number stays whole.
  return written === 'seed' ? 'seed' : written.trim().split(written.includes(',') ? /\s*,\s*/ : /\s+/);
}

export interface Correction {
  drawId: string;
  reason: string;
  /**
   * The new winning numbers, separated by spaces or commas. The value `seed` means the numbers that follow from the
   * draw's seed.
   */
  drawn: string | undefined;
  amounts: readonly string[];
}

/**
 * Replaces the winning numbers of a published result, its prize amounts, or both. Pays or takes back the difference
 * between the old and the new prizes.
 */
export async function correct(
  deps: AdminDeps,
  acting: Acting,
  { drawId, reason, drawn, amounts }: Correction,
): Promise<Outcome> {
  if (drawn === undefined && amounts.length === 0)
    return rejectUsage('results correct needs --drawn, --amount or both');
  const parsed = parseDrawId(drawId);
  const game = deps.catalogue.find(({ gameId }) => gameId === parsed?.gameId);
  if (!game) return rejectCommand(`${drawId} is not a draw`);
  const order = {
    drawId,
    reason,
    by: acting.operator,
    ...(drawn === undefined ? {} : { drawn: drawnOf(drawn) }),
    ...(amounts.length === 0 ? {} : { amounts: amountsOf(amounts, game.currencyCode) }),
  };
  const { catalogue, ledger, clock } = deps;
  const timeZone = await timeZoneOf(deps);
  return perform(deps, acting, async (tx) =>
    done('results correct', reason, await correctResult({ catalogue, ledger, clock, timeZone }, tx, order)),
  );
}

/** Voids a published draw permanently. Stakes are refunded and prizes are taken back. */
export async function voidDraw(
  deps: AdminDeps,
  acting: Acting,
  { drawId, reason }: { drawId: string; reason: string },
): Promise<Outcome> {
  const { catalogue, ledger, clock } = deps;
  const timeZone = await timeZoneOf(deps);
  const order = { drawId, reason, by: acting.operator };
  return perform(deps, acting, async (tx) =>
    done('results void', reason, await voidResult({ catalogue, ledger, clock, timeZone }, tx, order)),
  );
}
