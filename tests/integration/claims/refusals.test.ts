import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { fund } from '../../helpers/funded-player.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { operatorOf, type Ran } from '../../helpers/operator.ts';
import { newestOtp } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { type TicketHolder, ticketHolder } from '../../helpers/ticket-holder.ts';

const reason = 'Three accounts of one person bought these lines.';
let platform: TestPlatform;
let admin: (...args: string[]) => Promise<Ran>;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), catalogue: gamesOf('jaldi') });
  await platform.deps.engine.tick();
  admin = operatorOf(platform);
});
afterAll(() => platform?.stop());

const refuse = (receipt: string): Promise<Ran> => admin('claims', 'refuse', receipt, '--reason', reason);

/** Plays every number, so that one line wins, and publishes the draw. */
async function winner(): Promise<TicketHolder & { won: number }> {
  const holder = await ticketHolder(
    platform,
    Array.from({ length: 10 }, (_, number) => ({ number })),
  );
  await drawNextJaldi(platform);
  const won = await holder.holds('winnings');
  expect(won).toBeGreaterThan(0);
  return { ...holder, won };
}

async function statusOf({ receiptNumber, mobile }: TicketHolder) {
  await platform.call('claims/sendOtp', { receiptNumber, mobile_no: mobile });
  const otp = await newestOtp(platform, mobile);
  const { body } = await platform.call('claims/status', { receiptNumber, mobile_no: mobile, otp });
  if (!body.success) throw new Error(body.firstCode);
  return body.data;
}

/** Returns the prizes of a player with one ticket, according to the history, the statistics and the limits page. */
async function wonBy(holder: TicketHolder) {
  const { draws } = await dataOf(holder, 'transaction/gameHistorySummary', {});
  const statistics = await dataOf(holder, 'transaction/getPlayerStatistics', {});
  const withOutcome = async (outcome: 'won' | 'lost') =>
    (await dataOf(holder, 'transaction/purchaseSummary', { outcome })).purchases.length;
  return {
    session: (await dataOf(holder, 'limits/get', {})).session.won,
    purchases: { won: await withOutcome('won'), lost: await withOutcome('lost') },
    history: draws[0]?.wonAmount,
    refusedLines: draws[0]?.lines.filter(({ isRefused }) => isRefused).length,
    total: statistics.total.won,
    ofGame: statistics.byGame[0]?.won,
    ofMonth: statistics.byMonth[0]?.won,
    biggest: statistics.biggestWin?.amount ?? null,
  };
}

async function notificationsOf(holder: TicketHolder) {
  const { body } = await holder.call('notifications/list', {});
  return body.success ? body.data.notifications : [];
}

describe('refusal of a prize', () => {
  it('takes the prize back and shows the reason in the claim, the tickets and a notification', async () => {
    const holder = await winner();
    const { receiptNumber, won } = holder;
    const dry = await admin('claims', 'refuse', receiptNumber, '--reason', reason, '--dry-run');
    expect(dry.code).toBe(0);
    expect(await holder.holds('winnings')).toBe(won);
    const ran = await refuse(receiptNumber.toLowerCase());
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(await holder.holds('winnings')).toBe(0);
    const refusal = { at: platform.clock.now().toISOString(), reason };
    expect(await statusOf(holder)).toMatchObject({
      status: 'refused',
      refusal,
      wonAmount: won,
      paidAt: null,
    });
    const { body } = await holder.call('transaction/purchaseSummary', {});
    expect(body).toMatchObject({ data: { purchases: [{ receiptNumber, refusal, wonAmount: 0 }] } });
    expect(await wonBy(holder)).toEqual({
      session: 0,
      purchases: { won: 0, lost: 1 },
      history: 0,
      refusedLines: 1,
      total: 0,
      ofGame: 0,
      ofMonth: 0,
      biggest: null,
    });
    expect(await notificationsOf(holder)).toContainEqual(
      expect.objectContaining({
        tab: 'transactions',
        type: 'warning',
        message: expect.stringContaining(reason),
      }),
    );
    expect((await admin('claims', 'list')).out).toContain(receiptNumber);
  });

  it('is undone by `claims accept`, which pays the prize again', async () => {
    const holder = await winner();
    const { receiptNumber, won } = holder;
    await refuse(receiptNumber);
    const ran = await admin('claims', 'accept', receiptNumber, '--reason', 'The persons are different.');
    expect(ran.code).toBe(0);
    expect(await holder.holds('winnings')).toBe(won);
    expect(await statusOf(holder)).toMatchObject({ status: 'paid', refusal: null });
    expect(await wonBy(holder)).toEqual({
      session: won,
      purchases: { won: 1, lost: 0 },
      history: won,
      refusedLines: 0,
      total: won,
      ofGame: won,
      ofMonth: won,
      biggest: won,
    });
    const again = await admin('claims', 'accept', receiptNumber, '--reason', 'Once more.');
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('is not refused')]);
  });

  it('takes the prize back only once if several operators refuse it at once, and never from deposits', async () => {
    const holder = await winner();
    const { receiptNumber, accountId, won } = holder;
    const deposits = await holder.holds('deposit');
    await platform.deps.ledger.post({
      key: `spent:${accountId}`,
      kind: 'ticket',
      currencyCode: 'INR',
      reference: {},
      sides: [
        { owner: `player:${accountId}`, bucket: 'winnings', amountMinor: 1_00 - won },
        { owner: 'house', bucket: 'sales', amountMinor: won - 1_00 },
      ],
    });
    const ran = await Promise.all(Array.from({ length: 4 }, () => refuse(receiptNumber)));
    expect(ran.filter(({ code }) => code === 0)).toHaveLength(1);
    expect([await holder.holds('winnings'), await holder.holds('deposit')]).toEqual([0, deposits]);
  });

  it('fails before the draw, for a receipt without a prize, and for an unknown receipt', async () => {
    const early = await ticketHolder(platform);
    expect((await refuse(early.receiptNumber)).err).toContain('are not paid yet');
    const lines = [{ number: 0 }, { number: 1 }];
    const losers = [
      await ticketHolder(platform, lines.slice(0, 1)),
      await ticketHolder(platform, lines.slice(1)),
    ];
    await drawNextJaldi(platform);
    const answers = await Promise.all(losers.map(({ receiptNumber }) => refuse(receiptNumber)));
    expect(answers.some(({ code, err }) => code === 1 && err.includes('has no prize'))).toBe(true);
    expect((await refuse('JALDI-1-0000000000')).err).toContain('no account holds the receipt');
    expect((await refuse('nothing')).code).toBe(2);
  });

  it('must be undone before the draw can be voided', async () => {
    const { receiptNumber, drawNumber } = await winner();
    await refuse(receiptNumber);
    const voided = () => admin('results', 'void', `jaldi-${drawNumber}`, '--reason', 'The wheel broke.');
    expect(await voided()).toMatchObject({ code: 1, err: expect.stringContaining('run claims accept') });
    await admin('claims', 'accept', receiptNumber, '--reason', 'To void the draw.');
    expect((await voided()).code).toBe(0);
  });
});

describe('removal of bonuses and points by an operator', () => {
  it('takes all bonuses and the given number of points, and notifies the player of the reason', async () => {
    const holder = await ticketHolder(platform);
    const { accountId } = holder;
    await fund(platform, accountId, 'casino-bonus', 30_00);
    await fund(platform, accountId, 'open-casino-bonus', 20_00);
    await fund(platform, accountId, 'loyalty', 90, 'PTS');
    await queryDatabase(
      platform.databaseUrl,
      `insert into promo_uses (campaign_id, account_id, state, product, currency_code, play_through, lasts_days,
         granted_minor, percent, person_hash, used_at, expires_at)
       select campaign_id, '${accountId}', 'awaiting-deposit', 'casino', 'INR', 1, 30, 25000, 25, 'x', now(), 'infinity'
       from campaigns limit 1`,
    );
    const ran = await admin('bonuses', 'cancel', accountId, '--reason', reason);
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(await notificationsOf(holder)).toContainEqual(
      expect.objectContaining({ tab: 'promotions', message: expect.stringMatching(/50.*Three accounts/) }),
    );
    const { body } = await holder.call('campaign/getBonuses', {});
    expect(body).toMatchObject({ data: { bonuses: [] } });
    expect([await holder.holds('casino-bonus'), await holder.holds('open-casino-bonus')]).toEqual([0, 0]);
    expect((await admin('bonuses', 'cancel', accountId, '--reason', reason)).err).toContain('has no bonus');

    const take = (points: string) =>
      admin('points', 'take', accountId, '--points', points, '--reason', reason);
    const wallet = async () => {
      const { body: answer } = await holder.call('wallet', {});
      return answer.success ? answer.data.loyaltyBalance : NaN;
    };
    const before = await wallet();
    expect((await take('999999')).err).toContain('has fewer than');
    expect((await take('0')).code).toBe(2);
    expect((await take('90')).code).toBe(0);
    expect(await wallet()).toBe(before - 90);
    expect(await notificationsOf(holder)).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/: 90\..*Three accounts/) }),
    );
  });
});

it('the ledger check passes after prizes were refused and bonuses were cancelled', async () => {
  expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
});
