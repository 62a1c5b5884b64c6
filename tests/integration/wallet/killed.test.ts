import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InterruptedPurchases, startInterruptedPurchases } from '../../helpers/interrupted-purchases.ts';

let ledger: InterruptedPurchases;
beforeAll(async () => {
  ledger = await startInterruptedPurchases({ players: 24 });
});
afterAll(() => ledger?.close());

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
