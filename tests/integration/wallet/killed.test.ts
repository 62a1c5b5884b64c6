import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InterruptedPurchases, startInterruptedPurchases } from '../../helpers/interrupted-purchases.ts';

let ledger: InterruptedPurchases;
beforeAll(async () => {
  ledger = await startInterruptedPurchases({ players: 24 });
});
afterAll(() => ledger?.close());

it('purchases fail with 15500 only while PostgreSQL restarts', async () => {
  await ledger.sell(20);
  const before = ledger.attempts.length;
  const { fromMs, toMs } = await ledger.restartPostgres();
  await ledger.sell(40);
  const attempts = ledger.attempts.slice(before);
  // Only PostgreSQL was restarted. The platform ran all the time, so it answered every request.
  expect(new Set(attempts.map(({ code }) => code))).toEqual(new Set(['10000', '15500']));
  const outside = attempts.filter(({ startedMs, answeredMs }) => answeredMs < fromMs || startedMs > toMs);
  expect(new Set(outside.map(({ code }) => code))).toEqual(new Set(['10000']));
}, 120_000);

it('no confirmed purchase is lost or doubled when the platform or PostgreSQL is killed', async () => {
  const before = ledger.attempts.length;
  // `npm run soak` repeats such kills a hundred times.
  for (const victim of ['platform', 'postgres'] as const) {
    await ledger.sell(40);
    await ledger.kill(victim);
  }
  await ledger.sell(40);
  await ledger.settle();
  // Each of the two kills must have interrupted at least one purchase.
  const unanswered = ledger.attempts.slice(before).filter(({ code }) => code !== '10000');
  expect(unanswered.length).toBeGreaterThanOrEqual(2);
}, 240_000);
