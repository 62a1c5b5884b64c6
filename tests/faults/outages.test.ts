import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, ask } from '../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { startSite } from '../helpers/site.ts';
import {
  AFTER,
  BEFORE,
  coldPage,
  expectAllAnswered,
  expectErrorPage,
  expectHeals,
  knownPages,
  prepare,
  quickOutages,
  REST_MS,
  siteEnv,
} from './outages.ts';

interface Evening {
  /** A platform whose clock shows the time at which the pages are cached. */
  early: TestPlatform;
  /** A platform with the history of `early` and two more hours of draws. */
  late: TestPlatform;
  /** Answers of a site without an outage, by path. */
  untouched: Map<string, Answer>;
}

const begin = async (): Promise<Evening> => {
  const early = await startPlatform({ now: BEFORE, historyDays: 8 });
  await early.deps.engine.tick();
  const late = await startPlatform({ now: BEFORE, historyDays: 8 });
  late.clock.set(AFTER);
  await late.deps.engine.tick();
  const untouched = new Map<string, Answer>();
  const clock = { now: () => AFTER };
  const site = await startSite({ platform: late, env: siteEnv, clock, live: false, warm: false });
  const paths = [...(await knownPages(early)), ...Object.values(coldPage)];
  for (const path of paths) untouched.set(path, await ask(site.origin, path));
  await site.close();
  return { early, late, untouched };
};

let evening: Evening;
beforeAll(async () => {
  evening = await begin();
});
afterAll(async () => {
  await evening?.early.stop();
  await evening?.late.stop();
});

// A few outages are tested concurrently, because each test mostly waits.
describe.concurrent('the site during an outage', () => {
  it.for(quickOutages)(
    'serves every cached page, and serves fresh pages after the outage: $upstream $fault.name',
    async ({ upstream, fault }, { onTestFinished }) => {
      const outage = await prepare(evening.early, upstream);
      onTestFinished(outage.close);
      outage.retarget(evening.late);
      outage.advance(AFTER.getTime() - outage.nowMs());
      await fault.begin(outage.proxy);
      const [cold] = await Promise.all([outage.get(coldPage[upstream]), expectAllAnswered(outage, upstream)]);
      expectErrorPage(cold);
      outage.advance(REST_MS);
      await expectAllAnswered(outage, upstream);

      const paths = [...outage.before.keys(), coldPage[upstream]];
      await expectHeals(outage, paths);
      for (const path of paths) {
        const answer = await outage.get(path);
        expect(answer.text, path).toBe(evening.untouched.get(path)?.text);
      }
    },
  );
});
