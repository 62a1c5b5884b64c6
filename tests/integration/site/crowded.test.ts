import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

let platform: TestPlatform;
let site: TestSite;

beforeAll(async () => {
  platform = await startPlatform({ historyDays: 2 });
  await platform.deps.engine.tick();
  site = await startSite({ platform, env: { MAX_WAITING_PAGES: '3' }, live: false, warm: true });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

it('more cold pages than can wait are refused for a moment, while kept ones go on', async () => {
  const { result } = await site.deps.platform.call('result', {
    action: 'result',
    showAllResult: true,
    lastestGameId: 'jaldi',
    resultFrom: '2026-01-01',
    resultTo: '2100-01-01',
  });
  const cold = result.slice(0, 40).map(({ drawNumber }) => `/results/golden-jaldi/${drawNumber}`);
  expect(cold.length).toBe(40);
  const [answers, kept] = await Promise.all([
    Promise.all(cold.map((path) => ask(site.origin, path))),
    Promise.all(Array.from({ length: 40 }, () => ask(site.origin, '/games'))),
  ]);
  expect(
    new Set(kept.map(({ status, headers }) => `${status} ${String(headers['cache-status'])}`.slice(0, 21))),
  ).toEqual(new Set(['200 golden-lotto; hit']));
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, text } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('<h1');
  }
  expect(answers.filter(({ status }) => status === 200).length).toBe(40 - refused.length);
  // Who comes back is served.
  const again = cold.filter((_path, index) => answers[index]?.status === 503);
  for (const path of again) expect((await ask(site.origin, path)).status).toBe(200);
});
