import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KilledLedger, openKilledLedger } from '../../helpers/killed-ledger.ts';

let ledger: KilledLedger;
beforeAll(async () => {
  ledger = await openKilledLedger({ players: 24 });
});
afterAll(() => ledger?.close());

it('purchases are answered 15500 for as long as PostgreSQL is restarted, and no longer', async () => {
  await ledger.sell(20);
  const before = ledger.asked.length;
  const { fromMs, toMs } = await ledger.restartPostgres();
  await ledger.sell(40);
  const asked = ledger.asked.slice(before);
  // The platform was there all the time: it answered everything, one way or the other.
  expect(new Set(asked.map(({ code }) => code))).toEqual(new Set(['10000', '15500']));
  const outside = asked.filter(({ askedMs, answeredMs }) => answeredMs < fromMs || askedMs > toMs);
  expect(new Set(outside.map(({ code }) => code))).toEqual(new Set(['10000']));
}, 120_000);

it('no purchase that was acknowledged is lost, and none is doubled, when platform and PostgreSQL are killed in the middle of transfers', async () => {
  const before = ledger.asked.length;
  for (let kills = 0; kills < 3; kills++) {
    for (const victim of ['platform', 'postgres'] as const) {
      await ledger.sell(40);
      await ledger.kill(victim);
    }
  }
  await ledger.sell(40);
  await ledger.settle();
  // Something was under way at each kill.
  const unheard = ledger.asked.slice(before).filter(({ code }) => code !== '10000');
  expect(unheard.length).toBeGreaterThanOrEqual(6);
}, 240_000);
