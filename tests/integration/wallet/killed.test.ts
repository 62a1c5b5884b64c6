import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KilledLedger, openKilledLedger } from '../../helpers/killed-ledger.ts';

let ledger: KilledLedger;
beforeAll(async () => {
  ledger = await openKilledLedger({ ticketsEach: 2000 });
});
afterAll(() => ledger?.close());

it('no purchase that was acknowledged is lost, and none is doubled, when platform and PostgreSQL are killed in the middle of transfers', async () => {
  for (let kills = 0; kills < 3; kills++) {
    for (const victim of ['platform', 'postgres'] as const) {
      await ledger.sell(40);
      await ledger.kill(victim);
    }
  }
  await ledger.sell(40);
  const { unheard } = await ledger.settle();
  // Something was under way at each kill.
  expect(unheard).toBeGreaterThanOrEqual(6);
}, 240_000);
