import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type InterruptedPurchases,
  startInterruptedPurchases,
  type Victim,
} from '../helpers/interrupted-purchases.ts';

const kills = Number(process.env['SOAK_KILLS'] ?? 100);
const sayEvery = 10;
const victims: readonly Victim[] = ['platform', 'postgres'];
const say = (line: string) => console.log(`${'killed'.padEnd(10)} ${line}`);

let ledger: InterruptedPurchases;
beforeAll(async () => {
  ledger = await startInterruptedPurchases({ players: 4 * Math.max(10, kills) });
});
afterAll(() => ledger?.close());

it('every acknowledged purchase is stored exactly once, despite repeated kills of the platform and PostgreSQL', async () => {
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0);
  for (let done = 0; done < kills; done++) {
    await ledger.sell(1 + ((done * 7) % 40));
    await ledger.kill(victims[done % victims.length] ?? 'platform');
    if ((done + 1) % sayEvery === 0) say(`${done + 1} kills after ${seconds()} s`);
  }
  await ledger.sell(40);
  const { acknowledged, unanswered, report } = await ledger.settle();
  expect(unanswered).toBeGreaterThanOrEqual(kills);
  say(
    `${acknowledged.toLocaleString('en')} purchases, each there once; ${unanswered} answers were never heard; ` +
      `${report.transfers.toLocaleString('en')} transfers in ${report.seals} seals are clean, after ${seconds()} s`,
  );
  // The test has no time limit, because its duration depends on the machine.
}, 0);
