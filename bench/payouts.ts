import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isNull } from 'drizzle-orm';
import { request } from 'undici';
import { accounts } from '../platform/accounts/tables.ts';
import { createPayoutWorker } from '../platform/cashier/payout-worker.ts';
import type { PaymentProvider } from '../platform/cashier/provider.ts';
import { destinations, payouts } from '../platform/cashier/tables.ts';
import { decideWithdrawal, holdWithdrawal } from '../platform/cashier/withdrawals.ts';
import type { Deps } from '../platform/deps.ts';
import { notifyOfMoney } from '../platform/notifications/money.ts';

export interface Drained {
  count: number;
  tookMs: number;
}

const limitMs = 120_000;
const amountMinor = 1000_00;
const currencyCode = 'INR';

/** Creates approved withdrawals, each of another player. */
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
 * Measures how fast one worker pays out approved withdrawals, through a provider with an HTTP API that answers after
 * `delayMs`. Each payout moves its money and notifies its player.
 */
export async function drainPayouts(deps: Deps, count: number, delayMs: number): Promise<Drained> {
  const server = createServer((incoming, response) => {
    incoming.resume();
    setTimeout(() => response.end('{"status":"paid"}'), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { sandbox } = deps;
  if (!sandbox) throw new Error('the bench needs the sandbox');
  const provider: PaymentProvider = {
    ...sandbox,
    async payOut({ payoutId }, signal) {
      const { body } = await request(`http://127.0.0.1:${port}/${payoutId}`, { method: 'POST', signal });
      await body.dump();
      return { kind: 'paid' };
    },
  };
  await approveMany(deps, provider.id, count);
  const worker = createPayoutWorker({ ...deps, providers: [provider], onMoney: notifyOfMoney(deps) });
  const startedAt = performance.now();
  const endsAt = startedAt + limitMs;
  worker.start();
  while (performance.now() < endsAt && (await deps.db.$count(payouts, isNull(payouts.finishedAt))) > 0)
    await wait(50);
  const tookMs = performance.now() - startedAt;
  await worker.stop();
  server.close();
  const left = await deps.db.$count(payouts, isNull(payouts.finishedAt));
  if (left > 0) throw new Error(`${left} of ${count} payouts were not paid`);
  return { count, tookMs };
}
