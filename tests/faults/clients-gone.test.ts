import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { startSite, type TestSite } from '../helpers/site.ts';
import { type SeenRequest, startUpstreamProxy, type UpstreamProxy } from '../helpers/upstream-proxy.ts';
import { callsThatEnded } from './site-metrics.ts';

const NOW = new Date('2026-11-21T12:02:00Z');
const patience = { timeout: 20_000, interval: 20 };
let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  site = await startSite({
    platform: proxy,
    env: { SHED_DELAY_MS: '0' },
    clock: { now: () => NOW },
    live: false,
    warm: false,
  });
  // Load a page first. The site then caches the upstream data that all pages of these tests share.
  await ask(site.origin, '/results');
});
afterEach(() => {
  proxy.treat(() => 'pass');
  proxy.seen.length = 0;
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});

/**
 * Returns the results page of one day. No other page reads the results of this day. `asked` returns the upstream
 * requests for these results.
 */
const pageOf = (day: number) => {
  const from = `2026-11-${day}`;
  const isOwnRead = ({ body }: SeenRequest) => body.includes(`"resultFrom":"${from}"`);
  return { path: `/results?from=${from}&to=${from}`, isOwnRead, asked: () => proxy.seen.filter(isOwnRead) };
};

/** Starts a client that can close its connection, as browsers do, or reset it. */
const disconnectingClient = (path: string) => {
  const { port } = new URL(site.origin);
  const outgoing = request({ port, host: '127.0.0.1', path, agent: false });
  outgoing.on('error', () => undefined);
  outgoing.end();
  return {
    closes: () => outgoing.destroy(),
    resets: () => outgoing.socket?.resetAndDestroy(),
    /** Resolves with the first bytes of the body. */
    begun: new Promise<void>((resolve) => {
      outgoing.once('response', (answer) => answer.once('data', () => resolve()));
    }),
  };
};

const outcomes = (outcome: 'aborted' | 'timeout') => callsThatEnded(site, outcome);

describe('a page load', () => {
  it.each(['closes', 'resets'] as const)(
    'is cancelled when the only client %s the connection',
    async (how) => {
      const { path, isOwnRead, asked } = pageOf(how === 'closes' ? 10 : 11);
      proxy.treat((seen) => (isOwnRead(seen) ? 'hang' : 'pass'));
      const [aborted, timedOut] = [await outcomes('aborted'), await outcomes('timeout')];
      const only = disconnectingClient(path);
      await expect.poll(() => asked().length, patience).toBe(1);
      only[how]();
      await expect.poll(() => asked().every(({ brokenOff }) => brokenOff), patience).toBe(true);
      // The site aborted the upstream call. The call did not time out.
      expect(await outcomes('aborted')).toBe(aborted + 1);
      expect(await outcomes('timeout')).toBe(timedOut);
      expect(asked()).toHaveLength(1);

      proxy.treat(() => 'pass');
      expect((await ask(site.origin, path)).status).toBe(200);
    },
  );

  it('continues for the remaining client when other clients disconnect', async () => {
    const { path, isOwnRead, asked } = pageOf(12);
    const held = Promise.withResolvers<void>();
    proxy.treat((seen) => (isOwnRead(seen) ? { after: held.promise } : 'pass'));
    const gone = [disconnectingClient(path), disconnectingClient(path)];
    await expect.poll(() => asked().length, patience).toBe(1);
    const stays = ask(site.origin, path);
    // When the site has answered this request, it has also received the earlier request for `path`.
    await ask(site.origin, '/robots.txt');
    for (const { closes } of gone) closes();
    await ask(site.origin, '/robots.txt');
    held.resolve();
    const answer = await stays;
    expect(answer.status).toBe(200);
    expect(answer.text.trimEnd()).toMatch(/<\/html>$/);
    expect(asked().map(({ brokenOff }) => brokenOff)).toEqual([false]);
  });

  it('starts again for a client that connects after all others have disconnected', async () => {
    const { path, isOwnRead, asked } = pageOf(13);
    proxy.treat((seen) => (isOwnRead(seen) ? 'hang' : 'pass'));
    const first = disconnectingClient(path);
    await expect.poll(() => asked().length, patience).toBe(1);
    first.closes();
    proxy.treat(() => 'pass');
    const answer = await ask(site.origin, path);
    expect(answer.status).toBe(200);
    expect(answer.text.trimEnd()).toMatch(/<\/html>$/);
  });

  it('completes for other clients when the first client disconnects during the response', async () => {
    const { path, asked } = pageOf(14);
    const first = disconnectingClient(path);
    await first.begun;
    first.resets();
    const answer = await ask(site.origin, path);
    expect(answer.status).toBe(200);
    expect(answer.text.trimEnd()).toMatch(/<\/html>$/);
    await expect
      .poll(async () => (await ask(site.origin, path)).headers['cache-status'], patience)
      .toMatch(/; hit; ttl=\d/);
    expect(asked().length).toBeLessThanOrEqual(2);
  });
});
