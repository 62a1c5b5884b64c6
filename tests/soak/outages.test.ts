import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  BEFORE,
  expectAllAnswered,
  faults,
  heal,
  longOutages,
  type Outage,
  prepare,
  siteEnv,
  type Upstream,
  type UpstreamFault,
} from '../faults/outages.ts';
import { ask } from '../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { startSite, type TestSite } from '../helpers/site.ts';
import { createPlan } from './plan.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let platform: TestPlatform;
let outage: Outage;
let untouched: TestSite;

beforeAll(async () => {
  platform = await startPlatform({ now: BEFORE, historyDays: 8 });
  await platform.deps.engine.tick();
  // The site's clock starts 60 days before the platform's fixed clock, because each round advances the site's clock
  // towards the platform's.
  outage = await prepare(platform, 'platform', { at: new Date(BEFORE.getTime() - 60 * DAY_MS) });
});
afterAll(async () => {
  await untouched?.close();
  await outage?.close();
  await platform?.stop();
});

it('every page stays available during random upstream outages, and is fresh again afterwards', async () => {
  const { chance, goesOn, say } = createPlan('outages');
  const { advance, before, get, nowMs, proxies, site } = outage;
  untouched = await startSite({
    platform,
    env: siteEnv,
    clock: { now: () => new Date(nowMs()) },
    live: false,
    warm: false,
  });
  // Skip the pages of earlier draws. An outage of this test does not affect these pages, because they stay fresh for a
  // day.
  for (const [path, { headers }] of before)
    if (/max-age=\d{5}/.test(String(headers['cdn-cache-control']))) before.delete(path);
  // The first rounds test each fault that `npm test` does not cover.
  const untested = [...longOutages];
  let rounds = 0;
  for (; goesOn() && nowMs() < BEFORE.getTime() - DAY_MS; rounds++) {
    const next = untested.shift();
    const withFault = (upstream: Upstream): UpstreamFault => ({ upstream, fault: chance.pick(faults) });
    const outages = next
      ? [next]
      : chance.pick([
          [withFault('platform'), withFault('content')],
          [withFault('platform')],
          [withFault('content')],
        ]);
    for (const { upstream, fault } of outages) await fault.begin(proxies[upstream]);
    const steps = chance.between(1, 3);
    for (let step = 0; step < steps; step++) {
      advance(chance.between(1, 40) * MINUTE_MS);
      if (chance.between(0, 3) === 0)
        await site.purge([chance.pick(['results', 'cms', 'games', 'upcoming'])]);
      await Promise.all(
        [...before.keys()].map(async (path) => expect((await get(path)).status, path).toBe(200)),
      );
    }
    // Three hours later every cached answer has expired.
    advance(3 * 60 * MINUTE_MS);
    for (const { upstream } of outages) await expectAllAnswered(outage, upstream);
    const healsSince = Date.now();
    for (const { upstream } of outages) {
      proxies[upstream].treat(() => 'pass');
      await proxies[upstream].up();
    }
    await heal(outage, [...before.keys()]);
    outage.preparedAtMs = nowMs();
    for (const path of before.keys())
      expect((await get(path)).text, path).toBe((await ask(untouched.origin, path)).text);
    say(
      `${outages.map(({ upstream, fault }) => `${upstream} ${fault.name}`).join(', ')}: ${steps} steps, ` +
        `well again after ${Date.now() - healsSince} ms`,
    );
  }
  expect(rounds).toBeGreaterThan(0);
  say(`${rounds} rounds, every page answered in each`);
});
