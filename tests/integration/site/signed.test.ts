import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBadUpstream } from '../../helpers/bad-upstream.ts';
import { ask } from '../../helpers/http.ts';
import { byTag, parseMarkup } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

/** A platform that requires signed calls and has no draws yet. */
let platform: TestPlatform;
const open: TestSite[] = [];
const start = async (signing: 'hmac' | 'static', env: Record<string, string> = {}) => {
  const site = await startSite({ platform, warm: false, env: { PLATFORM_SIGNING: signing, ...env } });
  open.push(site);
  return site;
};

beforeAll(async () => {
  platform = await startPlatform({ historyDays: 0, config: { signing: 'hmac' } });
  await platform.deps.engine.tick();
});
afterAll(async () => {
  for (const site of open) await site.close();
  await platform?.stop();
});

describe('platform that requires signed calls', () => {
  it('serves a site that signs its calls', async () => {
    const site = await start('hmac');
    for (const path of ['/', '/games', '/games/golden-keno', '/results/latest.json'])
      expect((await ask(site.origin, path)).status, path).toBe(200);
    await expect
      .poll(() => site.logged(), { timeout: 10_000 })
      .toContain("connected to the platform's event stream");
  });

  it('rejects a site that does not sign its calls', async () => {
    const site = await start('static');
    const answer = await ask(site.origin, '/games');
    expect(answer.status).toBe(503);
    expect(answer.text).not.toMatch(/signature|hmac|15101/i);
    expect(site.logged()).not.toContain("connected to the platform's event stream");
  });
});

describe('site whose content host is not its platform', () => {
  it.each(['hmac', 'static'] as const)(
    'sends the content host no platform credentials: %s signing',
    async (signing) => {
      const host = await startBadUpstream();
      const jsonData = [{ slug: 'faq', title: { rendered: 'Ours' }, content: { rendered: '<p>Why?</p>' } }];
      host.always({ is: 'answer', body: { isSuccess: true, cmsData: { jsonData } } });
      try {
        const site = await start(signing, { CMS_URL: host.origin });
        expect((await ask(site.origin, '/faq')).text).toContain('Why?');
        const sent = host.received.filter(({ url }) => url.startsWith('/cms/content/'));
        expect(sent.length).toBeGreaterThan(0);
        for (const { headers } of sent) {
          expect(JSON.stringify(headers)).not.toMatch(new RegExp(`${testKeys.apiKey}|${testKeys.hash}`));
          expect(
            Object.keys(headers).filter((name) => /key|hash|nonce|signature|authorization/.test(name)),
          ).toEqual([]);
        }
      } finally {
        await host.stop();
      }
    },
  );
});

describe('platform without draws', () => {
  it('causes no error on any page', async () => {
    const site = await start('hmac');
    for (const path of ['/', '/results', '/results?game=keno', '/winners', '/games/golden-raffle']) {
      const { status, text } = await ask(site.origin, path);
      expect(status, path).toBe(200);
      expect(byTag(parseMarkup(text), 'h1')[0]?.text.length, path).toBeGreaterThan(3);
      expect(text, path).not.toMatch(/undefined|NaN|\[object/);
    }
    expect((await ask(site.origin, '/results/golden-raffle/1')).status).toBe(404);
  });
});
