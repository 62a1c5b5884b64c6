import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openContext, runInContext } from '../../server/trace/request-context.ts';
import { createContentClient } from '../../server/upstream/content-client.ts';
import { createPlatformClient, type PlatformClientOptions } from '../../server/upstream/platform-client.ts';
import type { UpstreamObservation } from '../../server/upstream/transport.ts';
import { UpstreamError } from '../../server/upstream/upstream-error.ts';
import { type BadUpstream, type Manner, startBadUpstream } from '../helpers/bad-upstream.ts';
import { createRecordingLog } from '../helpers/recording-log.ts';

const limits = { connectMs: 50, headersMs: 100, bodyMs: 150, totalMs: 600, bodyBytes: 256 * 1024 };
const games = { success: true, firstCode: '10000', data: { gameList: [], sales: true, error: null } };
const good: Manner = { is: 'answer', body: games };

let upstream: BadUpstream;
let ending: (() => Promise<unknown>)[] = [];
let observed: UpstreamObservation[] = [];

beforeEach(async () => {
  upstream = await startBadUpstream();
  observed = [];
});
afterEach(async () => {
  await Promise.all(ending.map((end) => end()));
  ending = [];
  await upstream.stop();
});

function createClient(changes: Partial<PlatformClientOptions> = {}) {
  const { log, lines } = createRecordingLog();
  const client = createPlatformClient({
    origin: upstream.origin,
    apiKey: 'the-api-key',
    hash: 'the-hash',
    ucid: 'golden_lotto',
    signing: 'static',
    limits,
    log,
    observe: (observation) => observed.push(observation),
    ...changes,
  });
  ending.push(client.close);
  return { client, lines, gameList: () => client.call('gameList', {}) };
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('upstream call', () => {
  it('is sent as a POST and returns the data of the response', async () => {
    upstream.next(good);
    const { client } = createClient();
    expect(await client.call('gameList', {})).toEqual({ gameList: [], sales: true, error: null });
    const [asked] = upstream.received;
    expect(asked).toMatchObject({ method: 'POST', url: '/api/v1/gameList' });
    expect(asked?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-api-key': 'the-api-key',
      'x-hash': 'the-hash',
      // No client request caused this call, so the call starts a new trace.
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
    });
    expect(asked?.headers).not.toHaveProperty('x-signature');
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      ucid: 'golden_lotto',
      channel: 2,
      device_type: 'DESKTOP',
      app_type: 'WEB',
      data: {},
    });
  });

  it('has a signature that covers its time, nonce, method, path and body', async () => {
    upstream.always(good);
    const { gameList } = createClient({ signing: 'hmac' });
    await gameList();
    await gameList();
    const [asked, next] = upstream.received;
    const { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-key-id': keyId } = asked?.headers ?? {};
    expect(Math.abs(Date.now() - Number(timestamp))).toBeLessThan(60_000);
    const bodyDigest = createHash('sha256')
      .update(asked?.body ?? '')
      .digest('hex');
    const signature = createHmac('sha256', 'the-hash')
      .update([keyId, timestamp, nonce, 'POST', '/api/v1/gameList', bodyDigest, '', ''].join('\n'))
      .digest('hex');
    expect(asked?.headers['x-signature']).toBe(signature);
    expect(next?.headers['x-nonce']).not.toBe(nonce);
    expect(JSON.stringify(asked?.headers)).not.toMatch(/the-hash|the-api-key/);
  });
});

// biome-ignore format: a table
const faultyAnswers: [string, Manner, string][] = [
  ['never answers', { is: 'hang' }, 'timeout'],
  ['stops in the middle of an answer', { is: 'hang-in-body' }, 'timeout'],
  ['sends its answer too slowly', { is: 'drip' }, 'timeout'],
  ['resets the connection', { is: 'reset' }, 'reset'],
  ['resets the connection in the middle of an answer', { is: 'reset-in-body' }, 'reset'],
  ['ends its answer too early', { is: 'short' }, 'reset'],
  ['never ends its answer', { is: 'huge' }, 'too-large'],
  ['does not speak HTTP', { is: 'gibberish' }, 'bad-answer'],
  ['answers half of a JSON text', { is: 'text', text: '{"success":true,"firstCode":"100' }, 'bad-answer'],
  ['answers HTML', { is: 'text', text: '<h1>Welcome to nginx</h1>' }, 'bad-answer'],
  ['answers nothing', { is: 'text', text: '' }, 'bad-answer'],
  ['answers another JSON value', { is: 'answer', body: [1, 2, 3] }, 'bad-answer'],
  ['answers null', { is: 'text', text: 'null' }, 'bad-answer'],
  ['answers without data', { is: 'answer', body: { success: true, firstCode: '10000' } }, 'bad-answer'],
  ['answers other data', { is: 'answer', body: { success: true, firstCode: '10000', data: { gameList: 'none', error: null } } }, 'bad-answer'],
  ['answers success with an error code', { is: 'answer', body: { ...games, firstCode: '15500' } }, 'bad-answer'],
  ['answers 500', { is: 'answer', status: 500, body: {} }, 'bad-status'],
  ['is behind a broken gateway', { is: 'text', status: 502, text: '<h1>Bad gateway</h1>' }, 'gateway'],
  ['is busy', { is: 'answer', status: 503, body: { success: false, firstCode: '15500' } }, 'bad-status'],
  ['redirects', { is: 'text', status: 302, text: '', headers: { location: 'http://evil.example/' } }, 'bad-status'],
  ['answers 404 without a code', { is: 'text', status: 404, text: 'no' }, 'bad-status'],
];

describe('upstream call to a faulty platform', () => {
  it.each(faultyAnswers)(
    'fails within the time limit with the right kind of error if the platform %s',
    async (_what, manner, kind) => {
      upstream.always(manner);
      const failure = await failureOf(createClient().gameList());
      expect(failure).toBeInstanceOf(UpstreamError);
      expect(failure).toMatchObject({ upstream: 'platform', kind });
      expect(String(failure)).not.toContain('the-hash');
      expect(observed.at(0)).toMatchObject({ upstream: 'platform', label: 'gameList' });
    },
  );

  it('fails with the kind "refused" if the platform is unreachable', async () => {
    await upstream.stop();
    expect(await failureOf(createClient().gameList())).toMatchObject({ kind: 'refused' });
  });

  it.each([
    [400, '10400'],
    [401, '15101'],
    [200, '10710'],
  ])('is not retried after a rejection with status %i and code %s', async (status, firstCode) => {
    upstream.always({ is: 'answer', status, body: { success: false, firstCode } });
    const { client, gameList } = createClient();
    for (let index = 0; index < 10; index++)
      expect(await failureOf(gameList())).toMatchObject({ kind: 'business', code: firstCode, status });
    expect(upstream.received).toHaveLength(10);
    expect(client.transport.breakerState).toBe('closed');
  });
});

describe('retry of an upstream call', () => {
  it.each(faultyAnswers.filter(([, , kind]) => ['timeout', 'reset'].includes(kind)).slice(0, 5))(
    'lets a read succeed after one failure in which the platform %s',
    async (_what, manner) => {
      upstream.next(manner, good);
      expect(await createClient().gameList()).toEqual(games.data);
      expect(upstream.received).toHaveLength(2);
    },
  );

  it('happens at most once', async () => {
    upstream.always({ is: 'reset' });
    await failureOf(createClient().gameList());
    expect(upstream.received).toHaveLength(2);
  });

  it('is skipped for errors that would occur again', async () => {
    upstream.always({ is: 'text', text: '<h1>Welcome to nginx</h1>' });
    await failureOf(createClient().gameList());
    expect(upstream.received).toHaveLength(1);
  });

  it('happens only for reads', async () => {
    upstream.always({ is: 'reset' });
    const { client } = createClient();
    const send = client.transport.send({
      method: 'POST',
      path: '/api/v1/tickets/buy',
      headers: () => ({}),
      body: '{}',
      retry: false,
      label: 'tickets/buy',
    });
    expect(await failureOf(send)).toMatchObject({ kind: 'reset' });
    expect(upstream.received).toHaveLength(1);
  });

  it('is skipped if the client has disconnected', async () => {
    upstream.always({ is: 'hang' });
    const { client } = createClient();
    const abort = new AbortController();
    const call = failureOf(client.call('gameList', {}, { signal: abort.signal }));
    abort.abort();
    expect(await call).toMatchObject({ kind: 'aborted' });
  });
});

describe('platform that was killed', () => {
  it('receives no calls until it has restarted', async () => {
    upstream.always(good);
    const { client, gameList, lines } = createClient();
    await upstream.kill();
    for (let index = 0; index < 5; index++)
      await runInContext({ ...openContext({}), address: `203.0.113.${index}` }, () => failureOf(gameList()));
    expect(client.transport.breakerState).toBe('open');
    expect(await failureOf(gameList())).toMatchObject({ kind: 'breaker-open' });
    expect(lines.some(({ level }) => level === 'warn')).toBe(true);
    await upstream.revive();
    await expect.poll(() => failureOf(gameList()), { timeout: 5000, interval: 50 }).toBeNull();
    expect(client.transport.breakerState).toBe('closed');
  });
});

const item = { slug: 'faq', title: { rendered: 'FAQ' }, content: { rendered: '<p>Why?</p>' } };
const createContent = (kind: 'json' | 'wordpress', signing: 'static' | 'hmac' = 'static') => {
  const { log } = createRecordingLog();
  const content = createContentClient({
    origin: upstream.origin,
    kind,
    lists: { games: 'games', blogs: 'blogs', promotions: 'promotions' },
    defaultLanguage: 'en',
    credentials: { apiKey: 'the-api-key', hash: 'the-hash', signing },
    limits,
    log,
  });
  ending.push(() => content.close());
  return content;
};

describe('content host', () => {
  it('returns a page for a request with the API keys', async () => {
    const page = { isSuccess: true, cmsData: { jsonData: [item] } };
    upstream.next({ is: 'answer', body: page });
    expect(await createContent('json').page('en', 'faq')).toEqual(page);
    expect(upstream.received[0]).toMatchObject({ method: 'GET', url: '/cms/content/en/faq.json' });
    expect(upstream.received[0]?.headers).toMatchObject({ 'x-api-key': 'the-api-key', 'x-hash': 'the-hash' });
  });

  it('returns a page for a signed request', async () => {
    upstream.next({ is: 'answer', body: { isSuccess: true, cmsData: { jsonData: [item] } } });
    await createContent('json', 'hmac').page('en', 'faq');
    expect(upstream.received[0]?.headers).toHaveProperty('x-signature');
    expect(JSON.stringify(upstream.received[0]?.headers)).not.toMatch(/the-hash|the-api-key/);
  });

  it('returns no page for an unknown name', async () => {
    upstream.next({ is: 'text', status: 404, text: 'nothing here' });
    expect(await createContent('json').page('en', 'faq')).toBeNull();
  });

  it.each(['../secret', 'a/b', '', 'a?b', 'x'.repeat(200)])(
    'receives no request for the name %j',
    async (name) => {
      expect(await createContent('json').page('en', name)).toBeNull();
      expect(await createContent('json').page('../en', 'faq')).toBeNull();
      expect(upstream.received).toHaveLength(0);
    },
  );

  it.each(
    faultyAnswers.filter(
      ([, manner]) => manner.is !== 'answer' && !('status' in manner && manner.status === 404),
    ),
  )('causes the right kind of error if it %s', async (_what, manner, kind) => {
    upstream.always(manner);
    const failure = await failureOf(createContent('json').page('en', 'faq'));
    expect(failure).toMatchObject({ upstream: 'content', kind });
  });

  it('never receives the platform’s keys if it is WordPress', async () => {
    upstream.always({ is: 'answer', body: [] });
    expect(await createContent('wordpress').page('en', 'faq')).toBeNull();
    expect(upstream.received.length).toBeGreaterThan(0);
    for (const { headers } of upstream.received)
      expect(JSON.stringify(headers)).not.toMatch(/the-hash|the-api-key|x-hash/);
  });
});
