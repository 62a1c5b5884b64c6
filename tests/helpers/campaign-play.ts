import { randomUUID } from 'node:crypto';
import { createPromo, type NewPromo } from '../../platform/campaigns/promo-codes.ts';
import type { PlayerBucket } from '../../platform/wallet/transfer.ts';
import type { CallResponse } from '../../shared/contract/calls.ts';
import { queryDatabase } from './database.ts';
import { ask } from './http.ts';
import type { TestPlatform } from './platform.ts';
import type { TestPlayer } from './player.ts';

type Buyer = Pick<TestPlayer, 'accountId' | 'call'>;

const begin = async (player: Buyer, amount: number): Promise<string> => {
  const { body } = await player.call('cashier/deposit', { amount, idempotencyKey: randomUUID() });
  if (!body.success) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.data.paymentUrl;
};

/** Returns actions for tests of campaigns. The platform must sell Jaldi tickets, which cost 11 rupees. */
export const campaignPlayOn = (platform: TestPlatform) => {
  const approve = async (paymentUrl: string): Promise<void> => {
    await ask(platform.url, new URL(paymentUrl).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'outcome=approved',
    });
  };
  return {
    promo: async (promoCode: string, rules: Partial<NewPromo> = {}): Promise<void> => {
      const { database, clock } = platform.deps;
      const given = { promoCode, amounts: { INR: 50_00 }, validFrom: clock.now(), ...rules };
      const made = await database.db.transaction((tx) =>
        createPromo(tx, given, { now: clock.now(), inputBounds: platform.deps.config.inputBounds }),
      );
      if (!('promo' in made)) throw new Error(`no promo code: ${JSON.stringify(made)}`);
    },
    holds: async ({ accountId }: Buyer, bucket: PlayerBucket, currencyCode = 'INR'): Promise<number> =>
      (await platform.deps.ledger.balances(`player:${accountId}`, currencyCode)).get(bucket) ?? 0,
    /** Buys tickets for the next draw in one purchase. */
    buy: async (player: Buyer, lines: number): Promise<CallResponse<'tickets/buy'>> => {
      const upcoming = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
      const draw =
        upcoming.body.success && upcoming.body.data.gameList.find(({ gameId }) => gameId === 'jaldi');
      if (!draw) throw new Error('no draw to come');
      const { body } = await player.call('tickets/buy', {
        gameId: 'jaldi',
        drawId: draw.drawId,
        lines: Array.from({ length: lines }, () => ({ number: 3 })),
        idempotencyKey: randomUUID(),
      });
      if (!body.success) throw new Error(`refused: ${JSON.stringify(body)}`);
      return body.data;
    },
    /** Makes a deposit and approves it on the sandbox's payment page. */
    pay: async (player: Buyer, amount: number): Promise<void> => approve(await begin(player, amount)),
    /**
     * Starts a deposit.
     * @returns the URL of the sandbox's payment page, where the test can approve or decline it
     */
    begin,
    approve,
    /** Marks the player's e-mail address as verified. No one-time password is needed. */
    verify: ({ accountId }: Buyer): Promise<unknown> =>
      queryDatabase(
        platform.databaseUrl,
        'update accounts set email_verified_at = $2 where account_id = $1',
        [accountId, platform.clock.now()],
      ),
    /** Returns the titles of the player's notifications, newest first. */
    notificationTitles: async (player: Buyer): Promise<string[]> => {
      const { body } = await player.call('notifications/list', {});
      return body.success ? body.data.notifications.map(({ title }) => title) : [];
    },
  };
};
