import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer } from '../../helpers/player.ts';
import { jaldiDrawn, numberPrize, play, resultOf } from '../draws-corrections/plays.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let admin: ReturnType<typeof operatorOf>;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  await platform.deps.engine.tick();
  admin = operatorOf(platform);
});
afterAll(() => platform?.stop());

/** Publishes a draw in which a player has bet on every number, so that one of the player's lines wins. */
async function drawnJaldi(): Promise<{
  player: FundedPlayer;
  drawId: string;
  number: number;
  first: number;
}> {
  const player = await fundedPlayer(platform, { funds: { deposit: 110_00 } });
  await play(
    platform,
    player,
    Array.from({ length: 10 }, (_, number) => ({ number })),
  );
  const { number } = await drawNextJaldi(platform);
  const result = await resultOf(platform, 'jaldi', number);
  return {
    player,
    drawId: `jaldi-${number}`,
    number,
    first: Number(result.resultNumber.tNumbers[0]?.tNumber),
  };
}

describe('operator commands for a result', () => {
  it('correct the result and the prizes, and publish the reason', async () => {
    const { player, drawId, number, first } = await drawnJaldi();
    const across = (first + 5) % 10;
    const drawn = jaldiDrawn(across).join(' ');
    const words = [
      'results',
      'correct',
      drawId,
      '--drawn',
      drawn,
      '--amount',
      '1=50.5',
      '--reason',
      'Misread.',
    ];
    const dry = await admin(...words, '--dry-run');
    expect(dry.out).toContain(`after       ${drawn}; 1 winner, INR 50.50 of prizes`);
    expect((await resultOf(platform, 'jaldi', number)).correction).toBeNull();
    expect(await player.holds('winnings')).toBe(numberPrize);
    const ran = await admin(...words);
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(await player.holds('winnings')).toBe(50_50);
    expect((await resultOf(platform, 'jaldi', number)).correction).toMatchObject({ reason: 'Misread.' });
    const back = await admin(
      'results',
      'correct',
      drawId,
      '--drawn',
      'seed',
      '--reason',
      'Right after all.',
      '--json',
    );
    expect(JSON.parse(back.out)).toMatchObject({ no: 2, after: { drawn: jaldiDrawn(first) } });
    const log = z.array(
      z.object({ subject: z.string(), reason: z.string(), result: z.record(z.string(), z.unknown()) }),
    );
    const [, line] = log.parse(JSON.parse((await admin('log', '--json')).out));
    expect(line).toMatchObject({
      subject: drawId,
      reason: 'Misread.',
      result: { kind: 'corrected', no: 1, drawnAfter: drawn, takenBackMinor: numberPrize - 50_50 },
    });
  });

  it('void the draw, refund stakes and take prizes back only once, even if four commands run concurrently', async () => {
    const { player, drawId } = await drawnJaldi();
    const ran = await Promise.all(
      Array.from({ length: 4 }, () => admin('results', 'void', drawId, '--reason', 'The wheel broke.')),
    );
    expect(ran.filter(({ code }) => code === 0)).toHaveLength(1);
    expect([await player.holds('deposit'), await player.holds('winnings')]).toEqual([110_00, 0]);
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
  });

  it('reject an impossible correction with an explanation', async () => {
    const reason = ['--reason', 'x'];
    for (const [args, code, words] of [
      [['correct', 'jaldi-99999999', '--drawn', 'seed'], 1, 'jaldi-99999999'],
      [['correct', 'nothing-1', '--drawn', 'seed'], 1, 'nothing-1 is not a draw'],
      [['correct', 'jaldi-1'], 2, 'needs --drawn, --amount or both'],
      [['correct', 'jaldi-1', '--amount', '1'], 2, '--amount must be a prize number'],
      [['correct', 'jaldi-1', '--amount', '1=5.005'], 2, '5.005 is not an amount of INR'],
      [['void', 'jaldi-99999999'], 1, 'jaldi-99999999'],
    ] as const) {
      const ran = await admin('results', ...args, ...reason);
      expect([ran.code, ran.err], args.join(' ')).toEqual([code, expect.stringContaining(words)]);
    }
  });
});

describe('admin commands `promos create` and `promos end`', () => {
  it('create and end a code that a signup can use', async () => {
    const rules = ['--amount', 'INR=75.50', '--play-through', '2', '--lasts', '30', '--until', '2027-01-31'];
    const made = await admin('promos', 'create', 'monsoon', ...rules, '--uses', '5', '--reason', 'Rain');
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toContain(
      'INR 75.50 for casino  playable after stakes of 2 times the bonus  for 30 days',
    );
    const player = await createPlayer(platform, { promoCode: 'MONSOON' });
    const wallet = await platform.deps.ledger.balances(`player:${player.accountId}`, 'INR');
    expect(wallet.get('open-casino-bonus')).toBe(75_50);
    expect((await admin('promos', 'list')).out).toMatch(
      /^MONSOON +open .*to 2027-01-30T18:30:00.000Z {2}used 1 of 5/m,
    );
    expect((await admin('promos', 'create', 'MONSOON', '--amount', 'INR=1')).err).toContain(
      'MONSOON is taken',
    );
    const end = ['promos', 'end', 'monsoon', '--reason', 'Dry'];
    expect((await admin(...end)).out).toContain('MONSOON has ended. Signups that used it: 1.');
    expect((await admin(...end)).err).toBe('monsoon has already ended');
    expect((await admin('promos', 'list')).out).toMatch(/^MONSOON +ended/m);
    const said = await platform.call('campaign/getSignupBonusCalculations', {
      promoCode: 'MONSOON',
      currency: 'INR',
    });
    expect(said.body.firstCode).toBe('10521');
    expect((await admin('log')).out).toMatch(
      /promos end {2}MONSOON .*because: Dry\n\d+ .*promos create {2}MONSOON/,
    );
  });

  it('write one log line for each of twelve concurrent commands', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => admin('promos', 'create', `SAME${nth}`, '--amount', 'INR=5')),
    );
    expect(made.map(({ code, err }) => [code, err])).toEqual(made.map(() => [0, '']));
    expect(new Set(made.map(({ out }) => /Line (\d+) of the log/.exec(out)?.[1])).size).toBe(12);
    expect((await admin('log', '--check')).code).toBe(0);
  });

  it('reject invalid rules and name the invalid options', async () => {
    for (const [args, words] of [
      [['M!', '--amount', 'INR=5'], 'the code (3 to 10 letters and digits)'],
      [['GOODCODE', '--amount', 'INR=0'], '--amount'],
      [['GOODCODE', '--amount', 'INR'], '--amount must be a currency and an amount'],
      [['GOODCODE', '--amount', 'INR=5', '--percent', 'ten'], '--percent must be a whole number'],
      [['GOODCODE', '--amount', 'INR=5', '--product', 'bingo'], '--product must be one of casino'],
      [['GOODCODE', '--amount', 'INR=5', '--from', '2027-02-01', '--until', '2027-01-01'], '--until'],
    ] as const) {
      const ran = await admin('promos', 'create', ...args);
      expect([ran.code, ran.err], args.join(' ')).toEqual([2, expect.stringContaining(words)]);
    }
  });
});
