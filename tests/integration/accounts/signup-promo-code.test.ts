import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignedUp } from '../../../platform/accounts/context.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, shortForm, testPassword } from '../../helpers/player.ts';

let promoting: TestPlatform;
const signedUp: SignedUp[] = [];

beforeAll(async () => {
  promoting = await startPlatform({
    now: new Date('2026-11-21T12:02:00Z'),
    overrides: {
      signupCampaigns: {
        checkPromo: async (promoCode, currencyCode) => {
          if (promoCode === 'GONE') throw new Refusal('10521');
          if (promoCode === 'EURO' && currencyCode !== 'EUR') throw new Refusal('10522');
          return { referredBy: null };
        },
        onSignup: async (one) => {
          if (one.promoCode === 'LAST') throw new Refusal('10521');
          signedUp.push(one);
        },
      },
    },
  });
});
afterAll(() => promoting?.stop());

it('a signup with a rejected promo code creates no account', async () => {
  const codes = [];
  for (const promoCode of ['GONE', 'EURO', 'LAST']) {
    const form = shortForm({ promoCode });
    codes.push((await promoting.call('accounts/signup', form)).body.firstCode);
    const { username, password } = form;
    const { body } = await promoting.call('accounts/login', { type: 2, username, password });
    expect(body.firstCode).toBe('15111');
  }
  expect(codes).toEqual(['10521', '10522', '10521']);
  expect(signedUp).toEqual([]);
  const { accountId, username } = await createPlayer(promoting, {
    promoCode: 'diwali_',
    password: testPassword,
  });
  expect(signedUp).toEqual([
    { accountId, username, currencyCode: 'INR', language: 'en', promoCode: 'DIWALI', referredBy: null },
  ]);
});
