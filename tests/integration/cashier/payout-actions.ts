import { randomUUID } from 'node:crypto';
import { createPayoutWorker, type PayoutWorker } from '../../../platform/cashier/payout-worker.ts';
import type { PaymentProvider, PayoutResult, PayoutToSend } from '../../../platform/cashier/provider.ts';
import { notifyOfMoney } from '../../../platform/notifications/money.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { operatorOf } from '../../helpers/operator.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { now, paymentsOf, type WebhookChange } from './sandbox.ts';

const funds = { deposit: 1000_00, winnings: 2000_00 };

/** The `wallet` of a player who has not withdrawn yet. */
export const before = [2000_00, 1000_00, 0];

/** Returns a player's winnings, deposits and held money. */
export async function wallet(player: FundedPlayer) {
  return [await player.holds('winnings'), await player.holds('deposit'), await player.holds('held')];
}

export interface Approved {
  player: FundedPlayer;
  id: string;
  amount: number;
}

/** Returns a withdrawal as its player sees it. */
export async function shown({ player, id }: Approved) {
  const { withdrawals } = await dataOf(player, 'transaction/withdrawSummary', {});
  const found = withdrawals.find(({ withdrawalId }) => withdrawalId === id);
  if (!found) throw new Error(`${id} is not listed`);
  return found;
}

export const stateOf = async (withdrawal: Approved) => (await shown(withdrawal)).state;

/** Returns the titles of the player's notifications about money. */
export async function titles({ player }: Approved) {
  const { notifications } = await dataOf(player, 'notifications/list', { tab: 'transactions' });
  return notifications.map(({ title }) => title);
}

/** Returns the webhook event that reports the outcome of a payout. */
export const eventOf = ({ id, amount }: Approved, outcome: string, change = {}) => ({
  payoutId: id,
  outcome,
  reason: null,
  amountMinor: amount,
  currencyCode: 'INR',
  ...change,
});

/**
 * Returns actions for tests of payouts. They call `platformOf` only when they run, because a test file declares them
 * before its platform starts.
 */
export function payoutsOn(platformOf: () => TestPlatform) {
  const admin = (...args: string[]) => operatorOf(platformOf())(...args);
  const verified = () =>
    fundedPlayer(platformOf(), { funds, account: { emailVerifiedAt: now, kycState: 'approved' } });
  return {
    /** Runs an operator's command. */
    admin,
    /** Posts a webhook of the sandbox. */
    webhooks: {
      send: (event: unknown, change?: WebhookChange) => paymentsOf(platformOf()).send(event, change),
    },
    /** Creates a player who has money and may withdraw it. */
    verified,
    /**
     * Requests and approves a withdrawal. The last two digits of the amount select how the sandbox treats the payout.
     */
    approved: async (amount = 2500_00): Promise<Approved> => {
      const player = await verified();
      const { withdrawalId: id } = await dataOf(player, 'cashier/withdraw', {
        amount,
        idempotencyKey: randomUUID(),
      });
      const { code, err } = await admin('withdrawals', 'approve', id);
      if (code !== 0) throw new Error(err);
      return { player, id, amount };
    },
    /** Finishes the payouts of earlier tests, so that the workers of a test find only the payouts of that test. */
    finishOthers: () =>
      queryDatabase(
        platformOf().databaseUrl,
        'update payouts set finished_at = now() where finished_at is null',
      ),
    /** Returns payout workers for the platform's database. Instead of the sandbox, the workers call `payOut`. */
    workersWith: (payOut: (payout: PayoutToSend) => Promise<PayoutResult>, count = 1): PayoutWorker[] => {
      const { deps } = platformOf();
      if (!deps.sandbox) throw new Error('no sandbox');
      const provider: PaymentProvider = { ...deps.sandbox, payOut };
      const onMoney = notifyOfMoney(deps);
      return Array.from({ length: count }, () =>
        createPayoutWorker({ ...deps, providers: [provider], onMoney }),
      );
    },
  };
}
