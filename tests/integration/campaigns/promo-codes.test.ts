import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPromo, endPromo, listPromos } from '../../../platform/campaigns/promo-codes.ts';
import { seedPromoCodes } from '../../../platform/campaigns/seed.ts';
import { readLibrary } from '../../../platform/content/library.ts';
import { campaignCalls } from '../../../shared/contract/campaigns.ts';
import { nextMidnight, startOfDay } from '../../../shared/domain/site-time.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { stopWithCleanLedger } from '../../helpers/clean-ledger.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, freshName, shortForm } from '../../helpers/player.ts';

const now = new Date('2026-11-21T12:02:00Z');
const timeZone = 'Asia/Kolkata';

function days(count: number) {
  return new Date(now.getTime() + count * 86_400_000);
}

let platform: TestPlatform;
let on: ReturnType<typeof campaignPlayOn>;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  await platform.deps.engine.tick();
  on = campaignPlayOn(platform);
});
afterAll(() => stopWithCleanLedger(platform));

async function calculate(promoCode: string, currency = 'INR') {
  return (await platform.call('campaign/getSignupBonusCalculations', { promoCode, currency })).body;
}

async function signup(change: Parameters<typeof shortForm>[0]) {
  return (await platform.call('accounts/signup', shortForm(change))).body.firstCode;
}

async function usesOf(promoCode: string) {
  return (await listPromos(platform.deps.database.db)).find((promo) => promo.promoCode === promoCode)?.uses;
}

describe('promo code', () => {
  it('grants the advertised bonus once, when the account is opened', async () => {
    await on.promo('TWENTY', { amounts: { INR: 20_00, EUR: 2_00 }, lastsDays: 7, validUntil: days(30) });
    const said = await calculate('twenty_');
    expect(said).toEqual({
      success: true,
      firstCode: '10000',
      data: {
        kind: 'promo',
        promoCode: 'TWENTY',
        product: 'casino',
        currencyCode: 'INR',
        amount: 20_00,
        percent: null,
        creditedAt: 'signup',
        playThrough: 0,
        mostToStake: 0,
        lastsDays: 7,
        validUntil: days(30).toISOString(),
      },
    });
    const player = await createPlayer(platform, { promoCode: 'Twenty' });
    expect(await on.holds(player, 'casino-bonus')).toBe(20_00);
    expect(await on.notificationTitles(player)).toContain('Bonus credited');
    const { body } = await player.call('campaign/getBonuses', {});
    expect(body).toMatchObject({
      data: {
        stakePerPoint: 10_00,
        bonuses: [{ promoCode: 'TWENTY', state: 'playable', left: 20_00, expiresAt: days(7).toISOString() }],
      },
    });
    const { response } = campaignCalls['campaign/getBonuses'];
    expect(body.success && response.parse(body.data)).toEqual(body.success && body.data);
  });

  it('prevents the signup if the code is unknown, expired or for another currency', async () => {
    await on.promo('FUTURE', { validFrom: days(1) });
    await on.promo('PAST', { validFrom: days(-2), validUntil: now });
    await on.promo('ENDED');
    await on.promo('EUROS', { amounts: { EUR: 5_00 } });
    await platform.deps.database.db.transaction(async (tx) => {
      expect(await endPromo(tx, 'ended', now)).toMatchObject({ promo: { promoCode: 'ENDED', endedAt: now } });
      expect(await endPromo(tx, 'ENDED', now)).toEqual({ refused: 'ended before' });
      expect(await endPromo(tx, 'NOBODYS', now)).toEqual({ refused: 'unknown' });
    });
    const rows = [
      ['NOBODYS', '10520'],
      ['FUTURE', '10520'],
      ['PAST', '10521'],
      ['ENDED', '10521'],
      ['EUROS', '10522'],
    ] as const;
    for (const [promoCode, code] of rows) {
      expect([promoCode, await calculate(promoCode)]).toEqual([
        promoCode,
        { success: false, firstCode: code },
      ]);
      const username = freshName();
      expect([promoCode, await signup({ username, promoCode })]).toEqual([promoCode, code]);
      expect(await signup({ username })).toBe('10000');
    }
  });

  it('is accepted in only one of 8 concurrent signups if one use is left', async () => {
    await on.promo('LASTONE', { maxUses: 1 });
    const names = Array.from({ length: 8 }, () => freshName());
    const answers = await Promise.all(names.map((username) => signup({ username, promoCode: 'LASTONE' })));
    expect(answers.toSorted()).toEqual(['10000', ...Array.from({ length: 7 }, () => '10521')]);
    expect(await usesOf('LASTONE')).toBe(1);
    const made = await queryDatabase(
      platform.databaseUrl,
      'select username from accounts where username = any ($1)',
      [names],
    );
    expect(made).toEqual([{ username: names[answers.indexOf('10000')] }]);
  });

  it('can be used only once by each person, even if the person signs up with plus addresses', async () => {
    await on.promo('ONEEACH');
    const name = freshName();
    const mails = [
      `${name}+1@gmail.com`,
      `${name}@googlemail.com`,
      `${name[0]}.${name.slice(1)}+x@gmail.com`,
    ];
    const answers = await Promise.all(
      mails.map((email_address) => signup({ email_address, promoCode: 'ONEEACH' })),
    );
    expect(answers.toSorted()).toEqual(['10000', '10521', '10521']);
    expect(await usesOf('ONEEACH')).toBe(1);
  });

  it('cannot be created if it is taken or its rules are invalid', async () => {
    const { config, database } = platform.deps;
    const { inputBounds } = config;
    const player = await createPlayer(platform);
    const { body } = await player.call('transaction/rafUserSummary', {});
    const taken = body.success ? body.data.referralCode : '';
    const rules = { amounts: { INR: 1 }, validFrom: now };
    const made = (change: object) =>
      database.db.transaction((tx) =>
        createPromo(tx, { promoCode: 'TWENTY', ...rules, ...change }, { now, inputBounds }),
      );
    expect(await made({})).toEqual({ refused: 'taken' });
    expect(await made({ promoCode: taken.toLowerCase() })).toEqual({ refused: 'taken' });
    for (const [field, value] of [
      ['promoCode', 'A'],
      ['amounts', {}],
      ['amounts.INR', 0],
      ['percent', 0],
      ['playThrough', -1],
      ['lastsDays', 0],
      ['validUntil', days(-1)],
      ['maxUses', 0],
    ] as const) {
      const change = field === 'amounts.INR' ? { amounts: { INR: value } } : { [field]: value };
      const answer = await made({ promoCode: 'FRESH', ...change });
      expect([field, 'fields' in answer ? Object.keys(answer.fields) : answer]).toEqual([field, [field]]);
    }
  });
});

it('a platform start never reactivates a welcome code that an operator has ended', async () => {
  const { db } = platform.deps.database;
  expect(await calculate('WELCOME50')).toEqual({ success: false, firstCode: '10520' });
  await Promise.all([seedPromoCodes(db), seedPromoCodes(db)]);
  expect(await calculate('welcome50')).toMatchObject({ data: { amount: 50_00, creditedAt: 'signup' } });
  await db.transaction((tx) => endPromo(tx, 'WELCOME50', now));
  await seedPromoCodes(db);
  expect(await calculate('WELCOME50')).toEqual({ success: false, firstCode: '10521' });
  expect((await listPromos(db)).filter(({ promoCode }) => promoCode === 'WELCOME50')).toHaveLength(1);
});

describe('promo codes that the first start creates', () => {
  it('match the promotion pages, including the first and the last day', async () => {
    const { db } = platform.deps.database;
    await seedPromoCodes(db);
    const contentDir = join(import.meta.dirname, '../../../platform/content');
    const advertised = [...(readLibrary(contentDir).get('en')?.values() ?? [])].flatMap(({ item }) => {
      const { code, starts, ends } = item.meta ?? {};
      if (code === undefined) return [];
      const validFrom = startOfDay(timeZone, String(starts));
      return [[code, validFrom, nextMidnight(timeZone, startOfDay(timeZone, String(ends)))]];
    });
    const promos = await listPromos(db);
    expect(advertised.length).toBeGreaterThanOrEqual(2);
    for (const [code, ...period] of advertised) {
      const promo = promos.find(({ promoCode }) => promoCode === code);
      expect([code, promo?.validFrom, promo?.validUntil]).toEqual([code, ...period]);
    }
  });

  it.each([
    [400_00, 100_00],
    [5_000_00, 250_00],
  ])(
    'reward a first deposit of %i paise (code FIRST25) with a locked bonus of %i paise, which ticket purchases unlock',
    async (paid, bonus) => {
      await seedPromoCodes(platform.deps.database.db);
      expect(await calculate('FIRST25')).toMatchObject({
        data: { amount: 250_00, percent: 25, creditedAt: 'first-deposit', playThrough: 1, lastsDays: 30 },
      });
      const player = await createPlayer(platform, { promoCode: 'FIRST25' });
      await on.pay(player, paid);
      expect(await on.holds(player, 'open-casino-bonus')).toBe(bonus);
      expect(await on.holds(player, 'casino-bonus')).toBe(0);
      await on.buy(player, Math.ceil(bonus / 11_00));
      expect(await on.holds(player, 'open-casino-bonus')).toBe(0);
      expect(await on.holds(player, 'casino-bonus')).toBe(bonus);
    },
  );
});

it('call campaign/getSignupBonusCalculations names the invalid fields', async () => {
  for (const [data, fields] of [
    [{}, ['promoCode', 'currency']],
    [{ promoCode: 'TWENTY', currency: 'rupees' }, ['currency']],
    [{ promoCode: '_', currency: 'INR' }, ['promoCode']],
    [{ promoCode: 'TWENTY', currency: 'INR', more: 1 }, ['more']],
  ] as const) {
    const { status, body } = await platform.call(
      'campaign/getSignupBonusCalculations',
      // @ts-expect-error a client can send invalid values
      data,
    );
    expect([status, body.firstCode]).toEqual([400, '10400']);
    expect(body.success ? [] : Object.keys(body.data?.fields ?? {}).toSorted()).toEqual(
      [...fields].toSorted(),
    );
  }
});
