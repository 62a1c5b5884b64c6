import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawCorrections } from '../../../platform/draws/tables.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import {
  annul,
  correct,
  expectClean,
  houseOf,
  jaldiDrawn,
  numberPrize,
  play,
  tryCorrect,
  tryVoid,
} from './plays.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi'), seedPlayers: true });
  await platform.deps.engine.tick();
});
afterAll(() => platform?.stop());

const spendable = ['casino-bonus', 'deposit', 'winnings'] as const;
type Purse = Record<(typeof spendable)[number], number>;

async function purseOf(player: FundedPlayer): Promise<Purse> {
  const held = await platform.deps.ledger.balances(`player:${player.accountId}`, 'INR');
  const [bonus = 0, deposit = 0, winnings = 0] = spendable.map((bucket) => held.get(bucket) ?? 0);
  return { 'casino-bonus': bonus, deposit, winnings };
}

function wholeOf(purse: Purse): number {
  return purse['casino-bonus'] + purse.deposit + purse.winnings;
}

/** Returns the sum of the current prizes that an account's lines have in a draw. */
async function wonBy({ accountId }: FundedPlayer, drawId: string): Promise<number> {
  const [row] = await queryDatabase<{ won: number }>(
    platform.databaseUrl,
    `select coalesce(sum(amount_minor), 0)::int as won from wins
     join tickets using (draw_id, receipt_number, line_no) where draw_id = $1 and account_id = $2`,
    [drawId, accountId],
  );
  return row?.won ?? 0;
}

/** Returns, for each player, how much prize money of a draw the house could not take back. */
async function lossesOf(drawId: string): Promise<Map<string, number>> {
  const [last] = await platform.deps.database.db
    .select({ writtenOff: drawCorrections.writtenOff })
    .from(drawCorrections)
    .where(eq(drawCorrections.drawId, drawId))
    .orderBy(desc(drawCorrections.no))
    .limit(1);
  return new Map(last?.writtenOff.map(({ owner, amountMinor }) => [owner, amountMinor]));
}

/** Takes winnings out of the wallet, as if the player had staked them in another draw. */
async function spend(player: FundedPlayer, amountMinor: number): Promise<void> {
  if (amountMinor === 0) return;
  await platform.deps.ledger.post({
    key: `test:${randomUUID()}`,
    kind: 'correction',
    currencyCode: 'INR',
    reference: {},
    sides: [
      { owner: `player:${player.accountId}`, bucket: 'winnings', amountMinor: -amountMinor },
      { owner: 'house', bucket: 'sales', amountMinor },
    ],
  });
}

const line = fc.oneof(
  fc.record({ number: fc.nat({ max: 9 }) }),
  fc.record({ color: fc.constantFrom('red', 'green', 'violet') }),
);
const person = fc.record({
  funds: fc.record({
    'casino-bonus': fc.nat({ max: 40_00 }),
    deposit: fc.nat({ max: 40_00 }),
    winnings: fc.integer({ min: 70_00, max: 100_00 }),
  }),
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
});
const step = fc.record({
  number: fc.nat({ max: 9 }),
  amount: fc.option(
    fc.record({ prizeNo: fc.integer({ min: 1, max: 3 }), amountMinor: fc.nat({ max: 200_00 }) }),
  ),
  /** The percentage of the winnings that the player spends before the correction. */
  spent: fc.constantFrom(0, 50, 100),
});

describe('repeated corrections of a draw before it is voided', () => {
  it('cost players none of their own money, and leave them only the prizes that the house writes off', async () => {
    const stories = fc.record({
      people: fc.array(person, { minLength: 2, maxLength: 4 }),
      steps: fc.array(step, { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(stories, async ({ people, steps }) => {
        const lossesBefore = (await houseOf(platform))['corrections'] ?? 0;
        const players = await Promise.all(
          people.map(async ({ funds, lines }) => ({
            came: wholeOf(funds),
            funds,
            spent: 0,
            stake: lines.length * 11_00,
            player: await fundedPlayer(platform, { funds }),
            lines,
          })),
        );
        const funded = players.reduce((sum, { came }) => sum + came, 0);
        for (const { player, lines } of players) await play(platform, player, lines);
        const drawId = `jaldi-${(await drawNextJaldi(platform)).number}`;
        for (const { number, amount, spent } of steps) {
          for (const each of players) {
            const part = Math.floor(((await purseOf(each.player)).winnings * spent) / 100);
            await spend(each.player, part);
            each.spent += part;
          }
          const outcome = await tryCorrect(platform, {
            drawId,
            drawn: jaldiDrawn(number),
            amounts: amount ? [amount] : [],
          });
          // A rejected correction has changed nothing, so there is nothing to check.
          if (outcome.kind === 'refused') continue;
          const losses = await lossesOf(drawId);
          for (const { player, came, stake, spent: gone } of players)
            expect(wholeOf(await purseOf(player))).toBe(
              came -
                stake -
                gone +
                (await wonBy(player, drawId)) +
                (losses.get(`player:${player.accountId}`) ?? 0),
            );
        }
        await tryVoid(platform, { drawId });
        const losses = await lossesOf(drawId);
        for (const { player, came, spent, funds } of players) {
          const lost = losses.get(`player:${player.accountId}`) ?? 0;
          const purse = await purseOf(player);
          expect(wholeOf(purse)).toBe(came - spent + lost);
          expect([purse['casino-bonus'], purse.deposit]).toEqual([funds['casino-bonus'], funds.deposit]);
        }
        // The bucket `corrections` paid the players' initial money (`funded`) as well as the losses. Subtract the
        // initial money, so that only the losses remain.
        const lossesAfter = (await houseOf(platform))['corrections'] ?? 0;
        const lost = [...losses.values()].reduce((sum, amountMinor) => sum + amountMinor, 0);
        expect(lossesBefore - funded - lossesAfter).toBe(lost);
      }),
      { numRuns: 5 },
    );
    await expectClean(platform);
  });
});

it('voiding a draw takes the prize back from the refunded stake first', async () => {
  const player = await fundedPlayer(platform, { funds: { winnings: 110_00 } });
  await play(
    platform,
    player,
    Array.from({ length: 10 }, (_, number) => ({ number })),
  );
  const drawId = `jaldi-${(await drawNextJaldi(platform)).number}`;
  const won = await wonBy(player, drawId);
  await correct(platform, { drawId, amounts: [{ prizeNo: 1, amountMinor: 150_00 }] });
  await spend(player, 150_00);
  const { writtenOff } = await annul(platform, { drawId });
  expect([won, await player.holds('winnings'), writtenOff]).toEqual([
    numberPrize,
    0,
    [{ owner: `player:${player.accountId}`, amountMinor: 40_00 }],
  ]);
  await expectClean(platform);
});

async function drawnOf(drawId: string): Promise<number> {
  const { body } = await platform.call('draws/verify', { drawId });
  return Number(body.success ? body.data.drawn[0] : Number.NaN);
}

describe('concurrent corrections, withdrawals and purchases', () => {
  const low = [0, 1, 2, 3, 4].map((number) => ({ number }));
  const high = [5, 6, 7, 8, 9].map((number) => ({ number }));
  const verified = { emailVerifiedAt: now, kycState: 'approved' } as const;

  it('never use the same money for both a withdrawal and a correction', async () => {
    const players: FundedPlayer[] = [];
    for (let nth = 0; nth < 6; nth++) {
      const player = await fundedPlayer(platform, {
        funds: { deposit: 55_00, winnings: 500_00 },
        account: verified,
      });
      await play(platform, player, nth % 2 === 0 ? low : high);
      players.push(player);
    }
    const drawId = `jaldi-${(await drawNextJaldi(platform)).number}`;
    const first = await drawnOf(drawId);
    const winners = players.filter((_, nth) => (nth % 2 === 0) === first < 5);
    const [summary, ...asked] = await Promise.all([
      correct(platform, { drawId, drawn: jaldiDrawn((first + 5) % 10) }),
      ...winners.map((player) =>
        player.call('cashier/withdraw', { amount: 500_00 + numberPrize, idempotencyKey: randomUUID() }),
      ),
    ]);
    for (const [nth, player] of winners.entries()) {
      const answer = asked[nth]?.body;
      const isHeld = answer?.success === true;
      expect(answer?.firstCode).toBe(isHeld ? '10000' : '10601');
      expect([await player.holds('winnings'), await player.holds('held')]).toEqual(
        isHeld ? [0, 500_00 + numberPrize] : [500_00, 0],
      );
      expect(summary.writtenOff.some(({ owner }) => owner === `player:${player.accountId}`)).toBe(isHeld);
    }
    await expectClean(platform);
  });

  it('leave one draw voided once, another draw corrected twice and all late purchases rejected', async () => {
    const players = [
      await fundedPlayer(platform, { funds: { deposit: 1000_00 } }),
      await fundedPlayer(platform, { funds: { deposit: 1000_00 } }),
    ];
    const held: string[] = [];
    for (let nth = 0; nth < 2; nth++) {
      for (const [at, player] of players.entries()) await play(platform, player, at === 0 ? low : high);
      held.push(`jaldi-${(await drawNextJaldi(platform)).number}`);
    }
    const [one = '', other = ''] = held;
    const first = await drawnOf(other);
    const [voids, corrections, purchases] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => tryVoid(platform, { drawId: one }))),
      Promise.all(
        [1, 5].map((by) => tryCorrect(platform, { drawId: other, drawn: jaldiDrawn((first + by) % 10) })),
      ),
      Promise.all(
        players.flatMap((player) =>
          held.map((drawId) =>
            player.call('tickets/buy', { gameId: 'jaldi', drawId, lines: low, idempotencyKey: randomUUID() }),
          ),
        ),
      ),
    ]);
    expect(voids.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused', 'refused', 'refused']);
    expect(corrections.map(({ kind }) => kind)).toEqual(['done', 'done']);
    for (const { body } of purchases) expect(body.firstCode).toBe('10603');
    const drawnNumber = await drawnOf(other);
    const owned = await Promise.all(players.map((player) => player.holds('winnings')));
    expect(owned).toEqual(drawnNumber < 5 ? [numberPrize, 0] : [0, numberPrize]);
    for (const player of players) expect(await player.holds('deposit')).toBe(1000_00 - 55_00);
    await expectClean(platform);
  });
});
