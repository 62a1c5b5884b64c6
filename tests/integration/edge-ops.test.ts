import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createCdnPurge } from '../../server/cache/cdn-purge.ts';
import { createPurge } from '../../server/cache/purge.ts';
import { createTagRegistry } from '../../server/cache/tags.ts';
import { createMetrics } from '../../server/ops/metrics.ts';
import { createOpsServer } from '../../server/ops/ops-server.ts';
import { type BadUpstream, startBadUpstream } from '../helpers/bad-upstream.ts';
import { askRaw, statusOf } from '../helpers/http.ts';
import { createRecordingLog } from '../helpers/recording-log.ts';

const token = 'a-purge-token-of-this-test';
const cdnToken = 'what-the-cdn-asks-for';
let ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ending.map((end) => end()));
  ending = [];
});

async function start(
  options: { purgeToken?: string | null; cdnUrl?: string | null; cdnAgainMs?: number | null } = {},
) {
  const { purgeToken = token, cdnUrl = null, cdnAgainMs = null } = options;
  const { log, lines } = createRecordingLog();
  const metrics = createMetrics();
  const tags = createTagRegistry();
  const cdn = createCdnPurge({ url: cdnUrl, token: cdnToken, log, firstRetryMs: 5, againMs: cdnAgainMs });
  const purge = createPurge({ tags, cdn, metrics });
  const state = { ready: true };
  const ops = createOpsServer({
    isReady: () => state.ready,
    metrics,
    purgeToken,
    purge: (named, how) => purge.byOperator(named, how),
    names: ['site-1'],
    log,
  });
  const port = await ops.listen('127.0.0.1', 0);
  ending.push(async () => {
    cdn.close();
    await ops.close();
  });
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  const postPurge = (body: unknown, authorization = `Bearer ${token}`) =>
    ask('/purge', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { ask, postPurge, port, tags, metrics, state, cdn, purge, lines };
}

const statusFor = async (port: number, host: string, path: string) => {
  const said = await askRaw(
    `http://127.0.0.1:${port}`,
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  return statusOf(said);
};

describe('operations port', () => {
  it.each(['localhost', 'LOCALHOST:9400', '127.0.0.1:9400', '[::1]:9400', '10.0.0.7', 'site-1:9400'])(
    'accepts requests for its own host name or an IP address: %s',
    async (host) => {
      const { port } = await start();
      expect(await statusFor(port, host, '/metrics')).toBe(200);
    },
  );

  it.each(['evil.example', 'localhost.evil.example:9400', 'site-2', '127.0.0.1.evil.example', 'a b', ''])(
    'rejects requests for a host name that is not its own, to prevent DNS rebinding: %j',
    async (host) => {
      const { port } = await start();
      for (const path of ['/metrics', '/healthz', '/readyz', '/purge'])
        expect(await statusFor(port, host, path)).toBe(421);
    },
  );
});

describe('health check of the operations port', () => {
  it('returns 200 as long as the process runs, even if the readiness check fails', async () => {
    const { ask, state } = await start();
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(200);
    state.ready = false;
    const response = await ask('/readyz');
    expect(response.status).toBe(503);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await ask('/healthz')).status).toBe(200);
  });

  it('returns 404 for an unknown path and 405 for a method that a path does not support', async () => {
    const { ask } = await start();
    expect((await ask('/')).status).toBe(404);
    expect((await ask('/constructor')).status).toBe(404);
    expect((await ask('/healthz', { method: 'POST' })).status).toBe(405);
    expect((await ask('/purge')).headers.get('allow')).toBe('POST');
  });
});

describe('purge over HTTP', () => {
  it('marks entries with the given tags as stale', async () => {
    const { postPurge, tags } = await start();
    const response = await postPurge({ tags: ['results:keno', 'cms:faq'] });
    expect(response.status).toBe(200);
    expect(tags.since(0, ['results:keno'])).toBe('soft');
    expect(tags.since(0, ['cms:faq'])).toBe('soft');
    expect(tags.since(0, ['games'])).toBe('no');
  });

  it('deletes entries with the given tags in hard mode', async () => {
    const { postPurge, tags } = await start();
    await postPurge({ tags: ['cms:faq'], hard: true });
    expect(tags.since(0, ['cms:faq'])).toBe('hard');
  });

  it.each(['', 'Bearer', 'Bearer wrong', `Basic ${token}`, token, `Bearer ${token} `.repeat(2)])(
    'is rejected if its Authorization header is %j',
    async (authorization) => {
      const { postPurge, tags } = await start();
      const response = await postPurge({ tags: ['results'] }, authorization);
      expect(response.status).toBe(401);
      expect(tags.version).toBe(0);
    },
  );

  it('is rejected for every client if no token is configured', async () => {
    const { postPurge, tags } = await start({ purgeToken: null });
    expect((await postPurge({ tags: ['results'] }, 'Bearer null')).status).toBe(401);
    expect((await postPurge({ tags: ['results'] }, 'Bearer ')).status).toBe(401);
    expect(tags.version).toBe(0);
  });

  it.each([
    ['invalid JSON', '{"tags":'],
    ['zero bytes', ''],
    ['null', 'null'],
    ['no tags', { tags: [] }],
    ['invalid tags', { tags: ['results', 'a,b'] }],
    ['a single tag instead of a list', { tags: 'results' }],
    ['too many tags', { tags: Array.from({ length: 65 }, (_, index) => `cms:${index}`) }],
    ['an unknown field', { tags: ['results'], hrad: true }],
  ])('returns 400 for %s', async (_what, body) => {
    const { postPurge, tags } = await start();
    expect((await postPurge(body)).status).toBe(400);
    expect(tags.version).toBe(0);
  });

  it('accepts up to 64 tags', async () => {
    const { postPurge } = await start();
    const sixtyFour = Array.from({ length: 64 }, (_, index) => `cms:page-${index}`);
    expect((await postPurge({ tags: sixtyFour })).status).toBe(200);
  });

  it('is rejected if its body never ends', async () => {
    const { port, tags } = await start();
    const head = `POST /purge HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Length: 99999999\r\n\r\n`;
    const text = await new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(head + ' '.repeat(100_000)));
      socket.setEncoding('utf8');
      socket.on('data', (piece: string) => {
        answer += piece;
      });
      socket.on('error', reject);
      socket.on('end', () => {
        socket.destroy();
        resolve(answer);
      });
    });
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(tags.version).toBe(0);
  });
});

describe('metrics of the operations port', () => {
  it('include request counters, values that other modules supply, and Node.js metrics', async () => {
    const { ask, metrics } = await start();
    const hits = { fresh: 5, stale: 1, 'stale-if-error': 0, '304': 0 };
    metrics.hits(() => ({ page: hits }));
    metrics.request('page', 'miss-stored');
    metrics.watch({ name: 'open_streams', help: 'Streams', kind: 'gauge', read: () => 3 });
    metrics.dataCache('hit');
    metrics.breaker('platform', 'open');
    metrics.upstream({ upstream: 'platform', label: 'result', outcome: 'timeout', seconds: 3 });
    metrics.answered('page', 404, 0.01);
    metrics.pageFailed('home');
    await ask('/metrics');
    hits.fresh = 7;
    const response = await ask('/metrics');
    expect(response.headers.get('content-type')).toContain('text/plain');
    const lines = (await response.text()).split('\n');
    for (const line of [
      'golden_lotto_requests_total{route="page",cache="hit-fresh"} 7',
      'golden_lotto_requests_total{route="page",cache="hit-stale"} 1',
      'golden_lotto_requests_total{route="page",cache="miss-stored"} 1',
      'golden_lotto_open_streams 3',
      'golden_lotto_data_reads_total{event="hit"} 1',
      'golden_lotto_breaker_state{upstream="platform"} 2',
      'golden_lotto_upstream_seconds_count{upstream="platform",call="result",outcome="timeout"} 1',
      'golden_lotto_http_request_seconds_count{route="page",status="4xx"} 1',
      'golden_lotto_pages_failed_total{page="home"} 1',
    ])
      expect(lines).toContain(line);
    expect(lines.some((line) => line.startsWith('golden_lotto_nodejs_eventloop_lag_seconds '))).toBe(true);
  });
});

describe('CDN purge', () => {
  let upstream: BadUpstream;
  const purgedTags = () =>
    upstream.received.flatMap(({ body }) => {
      const { tags }: { tags: string[] } = JSON.parse(body);
      return tags;
    });
  const startCdn = async (cdnAgainMs: number | null = null) => {
    upstream = await startBadUpstream();
    ending.push(upstream.stop);
    return start({ cdnUrl: `${upstream.origin}/purge`, cdnAgainMs });
  };

  it('contains the purged tag, its wildcard and its parent tag', async () => {
    const { postPurge, cdn } = await startCdn();
    await postPurge({ tags: ['results:keno'] });
    await cdn.settled();
    expect(upstream.received[0]).toMatchObject({ method: 'POST', url: '/purge' });
    expect(purgedTags()).toEqual(['results:keno', 'results:keno:*', 'results']);
    // A header of the request contains the cache tags, because some CDNs read only this header. Another header contains
    // a token, because some CDNs require a token.
    expect(upstream.received[0]?.headers).toMatchObject({
      'cache-tag': 'results:keno,results:keno:*,results',
      authorization: `Bearer ${cdnToken}`,
    });
  });

  it('is sent twice, because the CDN can store an old copy after the first purge', async () => {
    const { purge, cdn } = await startCdn(20);
    purge.byEvent(['results:keno'], 'event:1');
    await cdn.settled();
    const once = ['results:keno', 'results:keno:*', 'results'];
    expect(purgedTags()).toEqual([...once, ...once]);
  });

  it('is not sent again if the same event is reported again', async () => {
    const { cdn } = await startCdn();
    cdn.purge(['winners'], 'event:7');
    cdn.purge(['winners'], 'event:7');
    await cdn.settled();
    const once = upstream.received.length;
    cdn.purge(['winners'], 'event:7');
    await cdn.settled();
    expect(upstream.received).toHaveLength(once);
    cdn.purge(['winners'], 'event:8');
    await cdn.settled();
    expect(upstream.received.length).toBeGreaterThan(once);
  });

  it('is retried after a failure without delaying the caller', async () => {
    const { postPurge, cdn, tags } = await startCdn();
    upstream.next({ is: 'reset' }, { is: 'answer', status: 503, body: {} });
    expect((await postPurge({ tags: ['cms:faq'] })).status).toBe(200);
    expect(tags.since(0, ['cms:faq'])).toBe('soft');
    await cdn.settled();
    expect(upstream.received.at(-1)?.body).toContain('cms:faq');
    expect(upstream.received).toHaveLength(3);
  });

  it('is sent at most six times if it keeps failing', async () => {
    const { purge, cdn, lines } = await startCdn();
    upstream.always({ is: 'answer', status: 500, body: {} });
    purge.byEvent(['results:keno'], null);
    await cdn.settled();
    expect(upstream.received).toHaveLength(6);
    expect(lines.some(({ level }) => level === 'error')).toBe(true);
    upstream.always({ is: 'answer', body: {} });
    purge.afterGap();
    await cdn.settled();
    expect(purgedTags()).toContain('winners');
  });
});
