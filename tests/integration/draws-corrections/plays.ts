import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type {
  CorrectionSummary,
  CorrectResult,
  VoidResult,
} from '../../../platform/draws/corrections/order.ts';
import { correctResult, voidResult } from '../../../platform/draws/corrections/service.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import type { CallRequest } from '../../../shared/contract/calls.ts';
import type { Result } from '../../../shared/contract/results.ts';
import { jaldiRules } from '../../../shared/domain/prize-tiers.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { brokenInvariants } from '../../helpers/draw-invariants.ts';
import { type FundedPlayer, type FundedPlayerOptions, fundedPlayer } from '../../helpers/funded-player.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { newestOtp } from '../../helpers/outbox.ts';
import type { TestPlatform } from '../../helpers/platform.ts';

type Lines = CallRequest<'tickets/buy'>['lines'];
type Change<O> = Omit<O, 'by' | 'reason'> & { reason?: string };

const operator = { by: 'an operator', reason: 'A fault of the program.' };

function of({ deps }: TestPlatform) {
  return { ...deps, timeZone: deps.config.timeZone };
}

export function tryCorrect(platform: TestPlatform, order: Change<CorrectResult>) {
  return platform.deps.database.db.transaction((tx) =>
    correctResult(of(platform), tx, { ...operator, ...order }),
  );
}

export function tryVoid(platform: TestPlatform, order: Change<VoidResult>) {
  return platform.deps.database.db.transaction((tx) =>
    voidResult(of(platform), tx, { ...operator, ...order }),
  );
}

/** Returns the reason why a correction was rejected, or `done`. */
export async function why(outcome: ReturnType<typeof tryCorrect>) {
  const said = await outcome;
  return said.kind === 'refused' ? said.why : 'done';
}

async function done(outcome: ReturnType<typeof tryCorrect>): Promise<CorrectionSummary> {
  const said = await outcome;
  if (said.kind === 'refused') throw new Error(said.why);
  return said.summary;
}

export function correct(platform: TestPlatform, order: Change<CorrectResult>) {
  return done(tryCorrect(platform, order));
}

export function annul(platform: TestPlatform, order: Change<VoidResult>) {
  return done(tryVoid(platform, order));
}

/** Buys lines of the next Jaldi draw. @returns the receipt's number */
export async function play(platform: TestPlatform, player: FundedPlayer, lines: Lines): Promise<string> {
  const upcoming = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
  const draw = upcoming.body.success && upcoming.body.data.gameList.find(({ gameId }) => gameId === 'jaldi');
  if (!draw) throw new Error('no draw to come');
  const { body } = await player.call('tickets/buy', {
    gameId: 'jaldi',
    drawId: draw.drawId,
    lines,
    idempotencyKey: randomUUID(),
  });
  if (!body.success) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.data.receiptNumber;
}

export async function resultOf(platform: TestPlatform, gameId: string, drawNumber: number): Promise<Result> {
  const { body } = await platform.call('result', {
    action: 'result',
    resultFrom: '2026-11-21',
    resultTo: '2026-11-21',
    showAllResult: true,
    lastestGameId: gameId,
    drawNumber,
  });
  const [result] = body.success ? body.data.result : [];
  if (!result) throw new Error(`no result of ${gameId} ${drawNumber}`);
  return result;
}

/** Returns a Jaldi number and its colour, in the format of a draw's result. */
export function jaldiDrawn(number: number): string[] {
  const { kind } = jaldiRules;
  const color = kind.kind === 'color' && kind.colors.find(({ numbers }) => numbers.includes(number));
  return [String(number), color ? color.key : ''];
}

/** Prize of a line that bets on the drawn number. */
export const numberPrize = jaldiRules.tiers[0]?.prizeAmount ?? 0;

/** Returns the house's balance in each bucket, and the total balance of all seeded players, in minor units. */
export async function houseOf({ databaseUrl }: TestPlatform): Promise<Record<string, number>> {
  const rows = await queryDatabase<{ bucket: string; minor: string }>(
    databaseUrl,
    `select case owner when 'house' then bucket else 'seeded' end as bucket, sum(balance_minor)::text as minor
     from ledger_accounts where owner = 'house' or owner like 'seeded:%' group by 1`,
  );
  return Object.fromEntries(rows.map(({ bucket, minor }) => [bucket, Number(minor)]));
}

/** Expects that the ledger check finds no error and that no draw violates an invariant. */
export async function expectClean({ deps, databaseUrl }: TestPlatform) {
  expect((await checkLedger(deps.database)).findings).toEqual([]);
  expect(await brokenInvariants(databaseUrl)).toEqual([]);
}

let mobiles = 0;

export interface Half {
  player: FundedPlayer;
  mobile: string;
  receiptNumber: string;
}

/** The price of five lines. */
export const stakeMinor = 5 * 11_00;

/**
 * Runs a Jaldi draw with two players. One player bets on the numbers 0 to 4, the other on 5 to 9. A correction of the
 * result to `across` swaps winner and loser.
 */
export async function drawnHalves(
  platform: TestPlatform,
  change: FundedPlayerOptions = { funds: { deposit: 1000_00 } },
) {
  const halves: Half[] = [];
  for (const from of [0, 5]) {
    const mobile = `+9197${String(++mobiles).padStart(8, '0')}`;
    const player = await fundedPlayer(platform, { ...change, account: { ...change.account, mobile } });
    const lines = Array.from({ length: 5 }, (_, at) => ({ number: from + at }));
    halves.push({ player, mobile, receiptNumber: await play(platform, player, lines) });
  }
  const { number } = await drawNextJaldi(platform);
  const result = await resultOf(platform, 'jaldi', number);
  const first = Number(result.resultNumber.tNumbers[0]?.tNumber);
  const [low, high] = halves;
  if (!low || !high) throw new Error('nobody plays');
  const [winner, loser] = first < 5 ? [low, high] : [high, low];
  return { winner, loser, number, drawId: `jaldi-${number}`, result, first, across: (first + 5) % 10 };
}

/** Requests the status of a ticket as the owner of the ticket does on the site, with a one-time password. */
export async function claimOf(platform: TestPlatform, { receiptNumber, mobile }: Half) {
  await platform.call('claims/sendOtp', { receiptNumber, mobile_no: mobile });
  const otp = await newestOtp(platform, mobile);
  const { body } = await platform.call('claims/status', { receiptNumber, mobile_no: mobile, otp });
  return body.success ? body.data : null;
}

/** Returns titles and messages of the player’s notifications about money. */
export async function transactionNotices(player: FundedPlayer): Promise<string[]> {
  const { body } = await player.call('notifications/list', { tab: 'transactions' });
  return body.success ? body.data.notifications.map(({ title, message }) => `${title}: ${message}`) : [];
}
