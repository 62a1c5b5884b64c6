import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let site: TestSite;
beforeAll(async () => {
  platform = await startPlatform({ now, historyDays: 8 });
  await platform.deps.engine.tick();
  // The clock of the site is stopped, so that no cached answer expires and only a purge can refresh an answer.
  site = await startSite({ platform, clock: { now: () => now }, warm: false });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

async function proofOf(drawId: string): Promise<{ ticketsRoot: string | null; seed: string | null }> {
  const { text } = await ask(site.origin, '/api/draws/verify', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ data: { drawId } }),
  });
  return JSON.parse(text).data;
}

it('the site shows the Merkle root of a closed draw before its result', async () => {
  await expect
    .poll(() => site.logged(), { timeout: 10_000 })
    .toContain("connected to the platform's event stream");
  const { body } = await platform.call('draws/open', { gameId: 'keno' });
  const draw = body.success && body.data.draws[0];
  if (!draw) throw new Error('no draw of keno is on sale');
  expect(await proofOf(draw.drawId)).toMatchObject({ ticketsRoot: null, seed: null });
  platform.clock.set(new Date(draw.salesCloseDate));
  await platform.deps.engine.tick();
  await expect
    .poll(() => proofOf(draw.drawId), { timeout: 10_000 })
    .toMatchObject({ ticketsRoot: expect.stringMatching(/^[0-9a-f]{64}$/), seed: null });
});
