import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContentClient } from '../../server/upstream/content-client.ts';
import { createPlatformClient } from '../../server/upstream/platform-client.ts';
import type { PlatformCredentials } from '../../server/upstream/platform-headers.ts';
import { type CallRequest, calls, type ReadCallName } from '../../shared/contract/calls.ts';
import { startPlatform, type TestPlatform, testKeys } from '../helpers/platform.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../helpers/upstream-proxy.ts';

const NOW = new Date('2026-11-21T12:02:00Z');
const log = pino({ level: 'silent' });
let platform: TestPlatform;
let proxy: UpstreamProxy;
const open: { close(): Promise<void> }[] = [];

const platformClient = (change: Partial<PlatformCredentials & { ucid: string }> = {}) => {
  const { apiKey, hash, ucid } = testKeys;
  const client = createPlatformClient({
    apiKey,
    hash,
    ucid,
    signing: 'static',
    origin: proxy.url,
    log,
    ...change,
  });
  open.push(client);
  return client;
};
const contentClient = (hash: string = testKeys.hash) => {
  const client = createContentClient({
    origin: proxy.url,
    log,
    kind: 'json',
    lists: { games: 'games', blogs: 'blogs', promotions: 'promotions' },
    defaultLanguage: 'en',
    credentials: { ...testKeys, hash, signing: 'static' },
  });
  open.push(client);
  return client;
};

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
});
afterAll(async () => {
  for (const client of open) await client.close();
  await proxy?.close();
  await platform?.stop();
});

const days = { action: 'result', resultFrom: '2026-11-18', resultTo: '2026-11-21' } as const;
/** A request for every read call. TypeScript reports an error if a read call has no entry. */
const requests: { [N in ReadCallName]: CallRequest<N> } = {
  result: { ...days, showAllResult: true, lastestGameId: 'keno' },
  upcomingDraw: { action: 'upcomingDraw' },
  gameList: {},
  winners: {},
  'games/listfolders': {},
  'download/games': { gameId: 'keno' },
  'news-and-trends': { page: 1 },
  'recent-news-and-trends': {},
  monthwisepostscount: {},
  'draws/open': { gameId: 'keno' },
  'draws/statistics': { gameId: 'keno' },
  'draws/published': { gameId: 'keno', from: 1, count: 3 },
  'draws/verify': { drawId: 'keno-7794' },
};
const isRead = (name: string): name is ReadCallName => Object.hasOwn(requests, name);
const names = Object.keys(requests).filter(isRead);

describe('the site’s platform client', () => {
  it.each(names)('reads %s from the platform', async (name) => {
    proxy.seen.length = 0;
    const answer = await platformClient().call(name, requests[name]);
    expect(calls[name].response.safeParse(answer).error).toBeUndefined();
    expect(proxy.seen).toHaveLength(1);
    expect(proxy.seen[0]).toMatchObject({ method: 'POST', url: `/api/v1/${name}` });
    expect(JSON.parse(proxy.seen[0]?.body ?? '')).toEqual({
      ucid: testKeys.ucid,
      channel: 2,
      device_type: 'DESKTOP',
      app_type: 'WEB',
      data: requests[name],
    });
  });

  it.each(names)('throws if a read of %s has a wrong API key, hash or customer code', async (name) => {
    for (const change of [{ apiKey: 'wrong' }, { hash: 'wrong' }, { ucid: 'somebody_else' }]) {
      const failure: unknown = await platformClient(change)
        .call(name, requests[name])
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'UpstreamError', kind: 'business' });
      expect(String(failure)).not.toContain('wrong');
    }
  });

  it('follows the cursors through all pages of a list', async () => {
    const client = platformClient();
    const numbers: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await client.call('result', { ...requests.result, ...(cursor ? { cursor } : {}) });
      numbers.push(...page.result.map(({ drawNumber }) => drawNumber));
      ({ cursor } = page);
    } while (cursor);
    expect(numbers.length).toBeGreaterThan(60);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe('the site’s content client', () => {
  it('reads pages, lists of texts and a single text of a list', async () => {
    const client = contentClient();
    for (const name of ['home', 'faq', 'games', 'blogs', 'promotions', 'games-golden-keno']) {
      const page = await client.page('en', name);
      expect(page?.isSuccess, name).toBe(true);
      expect(page?.cmsData.jsonData[0]?.title.rendered.length, name).toBeGreaterThan(2);
    }
  });

  it('returns null for a missing text, and sends no request for an invalid name', async () => {
    const client = contentClient();
    proxy.seen.length = 0;
    for (const name of ['nothing-here', '../../etc/passwd', 'a/b', 'a%2fb', '', 'x'.repeat(200)])
      expect(await client.page('en', name), name).toBeNull();
    expect(proxy.seen.map(({ url }) => url)).toEqual(['/cms/content/en/nothing-here.json']);
  });

  it('throws an UpstreamError with status 401 if the configured hash is wrong', async () => {
    await expect(contentClient('wrong').page('en', 'faq')).rejects.toMatchObject({
      name: 'UpstreamError',
      status: 401,
    });
  });
});
