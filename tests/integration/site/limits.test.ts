import { connect, type Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lifetimeUntil, pagePolicy } from '../../../server/cache/lifetime.ts';
import { readEnv } from '../../../server/config/env.ts';
import { createLog } from '../../../server/ops/log.ts';
import { menuBarPaths } from '../../../server/pages/frame.ts';
import { createSite } from '../../../server/site.ts';
import { type BrowserStream, openStream } from '../../helpers/browser-stream.ts';
import { ask, askRaw, statusOf } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';

import { startSite, type TestSite } from '../../helpers/site.ts';
import { operatorEnv } from '../../helpers/site-process.ts';

const NOW = new Date('2026-11-21T12:02:00Z');

let platform: TestPlatform;
let site: TestSite;
const streams: BrowserStream[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 0 });
  await platform.deps.engine.tick();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  await site?.close();
});
afterAll(async () => {
  await platform?.stop();
});

const start = async (env: Record<string, string>): Promise<void> => {
  site = await startSite({ platform, clock: platform.clock, warm: false, live: false, env });
};
const open = async (forwardedFor?: string): Promise<BrowserStream> => {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const stream = await openStream(`${site.origin}/events`, headers);
  streams.push(stream);
  return stream;
};
const figure = async (name: string): Promise<number> => {
  const { text } = await ask(site.opsOrigin, '/metrics');
  const line = text.split('\n').find((one) => one.startsWith(`golden_lotto_${name} `));
  return Number(line?.split(' ')[1] ?? 0);
};

describe('limit on event streams', () => {
  it('applies to the client address that a trusted proxy reports', async () => {
    await start({ MAX_STREAMS_PER_ADDRESS: '2', TRUST_PROXY: '1' });
    const first = await open('203.0.113.7');
    expect((await open('203.0.113.7')).status).toBe(200);
    // The trusted proxy appends the last address, so the limit applies to the last address. A client can invent the
    // earlier addresses.
    const third = await open('198.51.100.1, 203.0.113.7');
    expect(third.status).toBe(503);
    expect(third.headers).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-store' });
    expect((await open('203.0.113.8')).status).toBe(200);
    expect(await figure('streams_refused_total{reason="address"}')).toBe(1);
    first.close();
    await expect.poll(async () => (await open('203.0.113.7')).status).toBe(200);
  });

  it('ignores a forwarded client address if no proxy is trusted', async () => {
    await start({ MAX_STREAMS_PER_ADDRESS: '1' });
    expect((await open('203.0.113.7')).status).toBe(200);
    expect((await open('203.0.113.7')).status).toBe(200);
  });

  it('applies to the total number of streams of all clients', async () => {
    await start({ MAX_STREAMS: '1' });
    expect((await open()).status).toBe(200);
    expect((await open()).status).toBe(503);
    expect(await figure('streams_refused_total{reason="total"}')).toBe(1);
    expect(await figure('open_streams')).toBe(1);
  });
});

it('the connection limit rejects new connections without affecting open ones', async () => {
  await start({ MAX_CONNECTIONS: '3' });
  const { hostname, port } = new URL(site.origin);
  const dial = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(Number(port), hostname, () => resolve(socket));
      socket.on('error', () => undefined);
      sockets.push(socket);
    });
  const kept = await dial();
  await dial();
  await dial();
  await expect.poll(() => figure('open_connections')).toBe(3);
  const refused = await dial();
  await new Promise<void>((resolve) => refused.resume().once('close', () => resolve()));
  expect(await figure('connections_refused_total')).toBe(1);
  const answered = new Promise<string>((resolve) => kept.once('data', (piece) => resolve(String(piece))));
  kept.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await answered).toContain(' 200 ');
});

it('the HTTP server rejects a request with a header of 20 kB', async () => {
  await start({});
  const long = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
  expect(statusOf(await askRaw(site.origin, long))).toBe(431);
});

it('the render queue rejects only uncached pages while it is full', async () => {
  const waiting = 3;
  await start({ MAX_WAITING_PAGES: String(waiting) });
  // The test requests `/games` twice, because the first response is sent before the page is cached.
  for (let count = 0; count < 2; count++) await ask(site.origin, '/games');
  // Start pages that finish only after `release` is resolved. Until then, as many pages as possible are rendering, and
  // the queue of waiting pages is full.
  const release = Promise.withResolvers<Buffer>();
  const { pageCache } = site.deps;
  const held = Array.from({ length: availableParallelism() + waiting }, (_, index) =>
    pageCache.load(`held ${index}`, async () => ({
      status: 200,
      headers: [],
      summary: { ...lifetimeUntil(pagePolicy, Date.now()), tags: [], failing: false, partial: false },
      render: () => release.promise,
    })),
  );
  await expect.poll(() => pageCache.waiting).toBe(waiting);
  const uncached = ['/faq', '/legal', '/winners', '/results'];
  for (const path of uncached) {
    const { status, headers, text } = await ask(site.origin, path);
    expect([path, status]).toEqual([path, 503]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('<h1');
  }
  const { status, headers } = await ask(site.origin, '/games');
  expect(`${status} ${String(headers['cache-status'])}`).toMatch(/^200 golden-lotto; hit/);
  release.resolve(Buffer.from('held'));
  await Promise.all(held);
  for (const path of uncached) expect([path, (await ask(site.origin, path)).status]).toEqual([path, 200]);
});

/** Delays the event loop by 40 ms again and again. Returns a function that ends this. */
function delayEventLoop(): () => Promise<void> {
  const ending = new AbortController();
  const keepBusy = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const until = performance.now() + 40;
      while (performance.now() < until);
      await new Promise(setImmediate);
    }
  };
  const work = keepBusy();
  return () => {
    ending.abort();
    return work;
  };
}

describe('delayed event loop', () => {
  it('keeps a site that starts from becoming ready until the delay has ended', async () => {
    const env = readEnv({ ...operatorEnv(platform.url), SHED_DELAY_MS: '5' });
    const starting = await createSite(env, {
      clock: platform.clock,
      log: createLog({ level: 'silent', secrets: [] }),
    });
    const { state, menuTexts } = starting.deps;
    const end = delayEventLoop();
    try {
      const started = starting.start();
      const statusOfPage = async (path: string) =>
        (await ask(`http://127.0.0.1:${starting.port()}`, path)).status;
      await expect.poll(() => statusOfPage('/'), { timeout: 20_000 }).toBe(200);
      for (const path of menuBarPaths(menuTexts.shown()))
        await expect.poll(() => statusOfPage(path), { timeout: 20_000 }).toBe(200);
      expect(await statusOfPage('/healthz')).toBe(200);
      expect(state.ready).toBe(false);
      await end();
      await started;
      expect(state.ready).toBe(true);
    } finally {
      await end();
      await starting.stop();
    }
  });

  it('makes the site show a busy page instead of uncached pages', async () => {
    await start({ SHED_DELAY_MS: '5' });
    expect((await ask(site.origin, '/faq')).status).toBe(200);
    // Each request needs a new path, because even an overloaded site serves a cached 404.
    let asked = 0;
    const askNowhere = async () => (await ask(site.origin, `/nowhere/${++asked}`)).status;
    const end = delayEventLoop();
    try {
      await expect.poll(askNowhere, { timeout: 20_000, interval: 50 }).toBe(503);
      const shed = await ask(site.origin, '/legal');
      expect(shed.status).toBe(503);
      expect(shed.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
      expect(shed.text).toContain('</html>');
      expect((await ask(site.origin, '/faq')).status).toBe(200);
      expect((await ask(site.origin, '/healthz')).status).toBe(200);
      expect((await ask(site.opsOrigin, '/readyz')).status).toBe(200);
    } finally {
      await end();
    }
    expect(await figure('shed_requests_total{reason="event-loop-delay"}')).toBeGreaterThan(0);
    expect(await figure('requests_total{route="file",cache="shed"}')).toBeGreaterThan(0);
    await expect.poll(askNowhere, { timeout: 20_000 }).toBe(404);
  });
});
