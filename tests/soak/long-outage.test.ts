import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  BEFORE,
  expectAllAnswered,
  expectHeals,
  type Outage,
  prepare,
  REST_MS,
  siteEnv,
} from '../faults/outages.ts';
import { ask } from '../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { startSite, type TestSite } from '../helpers/site.ts';
import { sitePages } from '../helpers/site-pages.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let platform: TestPlatform;
let outage: Outage;
let untouched: TestSite;

beforeAll(async () => {
  const more = sitePages.flatMap(({ path, status, isKept = true }) =>
    typeof path === 'string' && !status && isKept ? [path] : [],
  );
  platform = await startPlatform({ now: BEFORE, historyDays: 8 });
  await platform.deps.engine.tick();
  // The platform's clock is fixed, and the site's clock starts one day behind it. After an outage of one day, both
  // clocks show the same time. The platform holds no draw during the outage, so the site misses none.
  outage = await prepare(platform, 'platform', { at: new Date(BEFORE.getTime() - DAY_MS), more });
  untouched = await startSite({ platform, env: siteEnv, clock: platform.clock, live: false, warm: false });
});
afterAll(async () => {
  await untouched?.close();
  await outage?.close();
  await platform?.stop();
});

it('every page stays available while both upstreams fail for a day, and is fresh again afterwards', async () => {
  const { before, proxies, advance, get } = outage;
  const everyPage = async () => {
    await expectAllAnswered(outage, 'platform');
    await expectAllAnswered(outage, 'content');
  };
  expect(before.size).toBeGreaterThan(30);
  for (const proxy of Object.values(proxies)) proxy.treat(() => 'fail');
  for (let hours = 0; hours < 24; hours += 12) {
    advance(12 * HOUR_MS);
    await everyPage();
  }
  for (const proxy of Object.values(proxies)) proxy.treat(() => 'hang');
  advance(REST_MS);
  await everyPage();

  proxies.content.treat(() => 'pass');
  await expectHeals(outage, [...before.keys()]);
  for (const path of before.keys())
    expect((await get(path)).text, path).toBe((await ask(untouched.origin, path)).text);
});
