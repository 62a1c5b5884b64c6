import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { stripePayoutEvent } from '../../helpers/stripe-server.ts';
import { accountNumber, amount, useStripeSite } from './stripe-site.ts';

const { stage, freshPlayer, tell, report, expectNoSecretIn } = useStripeSite();

/** Signs up a player who has deposited by Stripe, and whose identity is approved. */
const verifiedPlayer = async () => {
  const player = await freshPlayer();
  const { databaseUrl } = stage().platform;
  await queryDatabase(
    databaseUrl,
    `update accounts set email_verified_at = now(), kyc_state = 'approved', first_name = 'Asha', last_name = 'Rao',
       birth_date = '1990-02-03', country_id = 'IN' where username = $1`,
    [player.username],
  );
  await report((await player.deposit()).data.paymentId);
  return {
    ...player,
    addBankAccount: (change = {}) =>
      player.call('cashier/addDestination', {
        idempotencyKey: randomUUID(),
        accountNumber,
        bankCode: 'hdfc 0001234',
        ...change,
      }),
    async wallet() {
      const { depositBalance, heldBalance } = (await player.call('wallet', {})).data;
      return { depositBalance, heldBalance };
    },
    async stateOf(withdrawalId: string) {
      const [row] = await queryDatabase<{ state: string; decline_reason: string | null }>(
        databaseUrl,
        'select state, decline_reason from withdrawals where withdrawal_id = $1',
        [withdrawalId],
      );
      return [row?.state, row?.decline_reason];
    },
  };
};

/** Requests a withdrawal of the whole wallet and lets an operator approve it. */
const approvedWithdrawal = async () => {
  const player = await verifiedPlayer();
  const { destinationId } = (await player.addBankAccount()).data;
  const request = { amount, destination: destinationId, idempotencyKey: randomUUID() };
  const { withdrawalId } = (await player.call('cashier/withdraw', request)).data;
  const approved = await operatorOf(stage().platform)('withdrawals', 'approve', withdrawalId);
  expect(approved).toMatchObject({ code: 0 });
  return { player, withdrawalId };
};

const paymentOf = (withdrawalId: string) => {
  const [payment, ...more] = stage().stripe.payouts.paymentsOf(withdrawalId);
  if (!payment || more.length > 0) throw new Error('not exactly one payment');
  return payment;
};
const send = () => stage().platform.deps.payouts.sendDue();
const held = { depositBalance: 0, heldBalance: amount };
const none = { depositBalance: 0, heldBalance: 0 };
const inWallet = { depositBalance: amount, heldBalance: 0 };
const isClean = async () => expect((await checkLedger(stage().platform.deps.database)).findings).toEqual([]);

describe('Stripe withdrawal', () => {
  it('is paid to the player’s bank account, and can be returned by the bank', async () => {
    const { stripe } = stage();
    const { player, withdrawalId } = await approvedWithdrawal();
    await send();
    const payment = paymentOf(withdrawalId);
    expect(payment).toMatchObject({ amount: { value: amount, currency: 'inr' }, status: 'processing' });
    expect(stripe.payouts.accounts.get(payment.to.recipient)?.display_name).toBe('Asha Rao');
    expect(await player.stateOf(withdrawalId)).toEqual(['sent', null]);
    expect(await player.wallet()).toEqual(held);

    stripe.payouts.settle(payment, 'posted');
    const posted = stripePayoutEvent(payment, 'posted');
    const answers = [await tell(posted), await tell(posted)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await player.stateOf(withdrawalId)).toEqual(['paid', null]);
    expect(await player.wallet()).toEqual(none);

    stripe.payouts.settle(payment, 'returned', 'payout_method_closed');
    expect((await tell(stripePayoutEvent(payment, 'returned'))).status).toBe(200);
    expect(await player.stateOf(withdrawalId)).toEqual(['declined', 'destination-closed']);
    expect(await player.wallet()).toEqual(inWallet);
    await isClean();
  });

  it('is paid once if the webhook arrives before the response', async () => {
    const { stripe } = stage();
    const { player, withdrawalId } = await approvedWithdrawal();
    const answer = Promise.withResolvers<void>();
    stripe.next({ kind: 'late', until: answer.promise });
    const sending = send();
    await expect.poll(() => stripe.payouts.paymentsOf(withdrawalId)).toHaveLength(1);
    const payment = paymentOf(withdrawalId);
    stripe.payouts.settle(payment, 'posted');
    expect((await tell(stripePayoutEvent(payment, 'posted'))).status).toBe(200);
    answer.resolve();
    await sending;
    expect(await player.stateOf(withdrawalId)).toEqual(['paid', null]);
    expect(await player.wallet()).toEqual(none);
    await isClean();
  });

  it('stays held after an unreadable response, is sent once by the retry, and is returned after Stripe reports a failure', async () => {
    const { stripe, platform } = stage();
    const { player, withdrawalId } = await approvedWithdrawal();
    stripe.next({ kind: 'text', text: '<html>busy</html>' });
    await send();
    expect(await player.stateOf(withdrawalId)).toEqual(['sending', null]);
    expect(await player.wallet()).toEqual(held);
    await queryDatabase(platform.databaseUrl, 'update payouts set due_at = now() where withdrawal_id = $1', [
      withdrawalId,
    ]);
    await send();
    expect(await player.stateOf(withdrawalId)).toEqual(['sent', null]);
    stripe.payouts.settle(paymentOf(withdrawalId), 'failed', 'payout_method_invalid_account_number');
    await tell(stripePayoutEvent(paymentOf(withdrawalId), 'failed'));
    expect(await player.stateOf(withdrawalId)).toEqual(['declined', 'destination-wrong']);
    expect(await player.wallet()).toEqual(inWallet);
    await isClean();
  });

  it('is not settled by a webhook that is forged, old, of the live mode or of another account', async () => {
    const { stripe } = stage();
    const { player, withdrawalId } = await approvedWithdrawal();
    await send();
    const payment = paymentOf(withdrawalId);
    stripe.payouts.settle(payment, 'posted');
    for (const [change, status] of [
      [{ secret: 'whsec_anotherDestination' }, 401],
      [{ at: new Date(Date.now() - 6 * 60_000) }, 401],
      [{ livemode: true }, 401],
      [{ account: 'acct_1Other' }, 200],
    ] as const)
      expect((await tell(stripePayoutEvent(payment, 'posted', change))).status).toBe(status);
    stripe.next({ kind: 'error', status: 404, type: 'invalid_request_error' });
    expect((await tell(stripePayoutEvent(payment, 'posted'))).status).toBeGreaterThanOrEqual(500);
    expect(await player.stateOf(withdrawalId)).toEqual(['sent', null]);
    payment.amount.value += 1;
    expect((await tell(stripePayoutEvent(payment, 'posted'))).status).toBe(422);
    expect(await player.wallet()).toEqual(held);
  });
});

describe('bank account for withdrawals', () => {
  it('is shown with its last digits, and the full number is not stored', async () => {
    const { platform } = stage();
    const player = await verifiedPlayer();
    expect((await player.addBankAccount()).data.label).toBe('•••• 9012');
    const stored = await queryDatabase(platform.databaseUrl, 'select destinations::text from destinations');
    expect(JSON.stringify(stored)).not.toContain(accountNumber);
  });

  it('is rejected with the names of the fields that Stripe does not accept', async () => {
    const player = await verifiedPlayer();
    expect(await player.addBankAccount({ accountNumber: '123456780000' })).toMatchObject({
      firstCode: '10400',
      data: { fields: { accountNumber: 'field.wrong', bankCode: 'field.wrong' } },
    });
    expect(await player.addBankAccount({ bankCode: 'HDFC1001234' })).toMatchObject({
      data: { fields: { bankCode: 'field.wrong' } },
    });
  });
});

it('the log contains neither Stripe’s keys and responses nor the account number', () => {
  const text = stage().logged.join('');
  expect(text).toContain('StripeFault');
  expect(text).toContain('req_StandIn1');
  expectNoSecretIn(text);
});
