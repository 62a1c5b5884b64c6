import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isNull } from 'drizzle-orm';
import { fastify } from 'fastify';
import { accounts } from '../platform/accounts/tables.ts';
import { createPayoutWorker } from '../platform/cashier/payout-worker.ts';
import type { PaymentProvider } from '../platform/cashier/provider.ts';
import { registerWebhooks } from '../platform/cashier/routes.ts';
import { createCashierService } from '../platform/cashier/service.ts';
import { destinations, payouts } from '../platform/cashier/tables.ts';
import { decideWithdrawal, holdWithdrawal } from '../platform/cashier/withdrawals.ts';
import type { Deps } from '../platform/deps.ts';
import { notifyOfMoney } from '../platform/notifications/money.ts';
import { startPayoutStandIn } from './payout-stand-in.ts';

export interface Drained {
  count: number;
  tookMs: number;
}

const limitMs = 120_000;
const amountMinor = 1000_00;
const currencyCode = 'INR';

/** Creates approved withdrawals, each for a different player. */
async function approveMany(deps: Deps, providerId: string, count: number): Promise<void> {
  const { db, ledger, clock } = deps;
  const now = clock.now();
  for (let nth = 0; nth < count; nth++) {
    const accountId = randomUUID();
    const destination = { destinationId: randomUUID(), label: '•••• 6789' };
    await db.insert(accounts).values({
      accountId,
      username: accountId,
      usernameKey: accountId,
      passwordHash: 'none',
      currencyCode,
      language: 'en',
      avatarImage: 'avatar-01',
      referralCode: accountId,
      createdAt: now,
    });
    await db.insert(destinations).values({
      ...destination,
      accountId,
      idempotencyKey: accountId,
      providerId,
      currencyCode,
      token: accountId,
      addedAt: now,
    });
    await ledger.post({
      key: `bench:${accountId}`,
      kind: 'correction',
      currencyCode,
      reference: {},
      sides: [
        { owner: `player:${accountId}`, bucket: 'winnings', amountMinor },
        { owner: 'house', bucket: 'corrections', amountMinor: -amountMinor },
      ],
    });
    await db.transaction(async (tx) => {
      const asked = { accountId, idempotencyKey: accountId, providerId, amountMinor, currencyCode };
      const takenFrom = [{ bucket: 'winnings' as const, amountMinor }];
      const { withdrawalId } = await holdWithdrawal(
        { ledger },
        { ...asked, takenFrom },
        destination,
        tx,
        now,
      );
      await decideWithdrawal(
        { ledger, clock },
        { withdrawalId, decision: 'approved', by: 'bench', reason: null },
        tx,
      );
    });
  }
}

/**
 * Measures how fast one worker pays out approved withdrawals. The measurement ends when the webhook of every payout has
 * been processed. Each payout is stored as sent and then as paid, moves its money, and notifies its player of both
 * steps.
 * @param delayMs time until the provider answers, and then until it sends the webhook
 */
export async function drainPayouts(deps: Deps, count: number, delayMs: number): Promise<Drained> {
  const { sandbox, config } = deps;
  if (!sandbox) throw new Error('the bench needs the sandbox');
  const providers: PaymentProvider[] = [];
  const paying = { ...deps, providers, onMoney: notifyOfMoney(deps) };
  // Receive the webhooks on a separate server. On the platform's own server, the route with this provider id belongs to
  // the sandbox provider.
  const webhooks = fastify();
  const cashier = createCashierService({ ...paying, timeZone: config.timeZone, siteUrl: null });
  webhooks.register(registerWebhooks, { cashier, isReady: () => true });
  const address = await webhooks.listen({ port: 0, host: '127.0.0.1' });
  const webhookUrl = `${address}/webhooks/payments/${sandbox.id}`;
  const standIn = await startPayoutStandIn(sandbox, webhookUrl, delayMs);
  providers.push(standIn.provider);
  await approveMany(deps, sandbox.id, count);
  const worker = createPayoutWorker(paying);
  const startedAt = performance.now();
  const endsAt = startedAt + limitMs;
  worker.start();
  while (performance.now() < endsAt && (await deps.db.$count(payouts, isNull(payouts.finishedAt))) > 0)
    await wait(50);
  const tookMs = performance.now() - startedAt;
  await worker.stop();
  const left = await deps.db.$count(payouts, isNull(payouts.finishedAt));
  if (left > 0) throw new Error(`${left} of ${count} payouts were not paid`);
  await standIn.stop();
  await webhooks.close();
  return { count, tookMs };
}
