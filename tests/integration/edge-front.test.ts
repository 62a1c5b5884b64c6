import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Edge, startEdge } from '../helpers/edge-server.ts';

let edge: Edge;

beforeEach(async () => {
  edge = await startEdge();
});
afterEach(() => edge.stop());

const cacheStatus = async (path = '/') => (await edge.ask(path)).headers['cache-status'];

describe('cached page', () => {
  it('has the headers that let other caches store it', async () => {
    expect((await edge.ask('/')).headers['cache-status']).toBe('golden-lotto; fwd=uri-miss; stored');
    edge.advance(2000);
    const { status, headers } = await edge.ask('/', { 'accept-encoding': 'br' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=0, s-maxage=10, stale-while-revalidate=30, stale-if-error=588',
      'cdn-cache-control': 'max-age=10, stale-while-revalidate=30, stale-if-error=588',
      'cache-tag': 'results:keno,results:*,cms:home,cms:*',
      'cache-status': 'golden-lotto; hit; ttl=10',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('age');
    expect(edge.state.routed).toBe(1);
  });

  it('states a remaining lifetime that decreases every second', async () => {
    await edge.ask('/');
    const said = [];
    for (let second = 0; second < 3; second++) {
      said.push(await cacheStatus());
      edge.advance(1000);
    }
    expect(said).toEqual([12, 11, 10].map((ttl) => `golden-lotto; hit; ttl=${ttl}`));
  });

  it('decompresses to the same bytes in every content coding', async () => {
    await edge.ask('/');
    const plain = (await edge.ask('/', { 'accept-encoding': 'identity' })).body;
    expect(plain.toString()).toContain('first');
    expect(brotliDecompressSync((await edge.ask('/', { 'accept-encoding': 'br' })).body)).toEqual(plain);
    expect(gunzipSync((await edge.ask('/', { 'accept-encoding': 'gzip' })).body)).toEqual(plain);
    expect((await edge.ask('/')).body).toEqual(plain);
  });

  it('has no body for HEAD, but the same headers as for GET', async () => {
    await edge.ask('/');
    const get = await edge.ask('/', { 'accept-encoding': 'gzip' });
    const head = await edge.ask('/', { 'accept-encoding': 'gzip' }, 'HEAD');
    expect(head.body).toHaveLength(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    expect(edge.state.routed).toBe(1);
  });

  it('is sent completely even if the request has a Range header', async () => {
    await edge.ask('/');
    const { status, body } = await edge.ask('/', { range: 'bytes=0-9' });
    expect([status, body.length]).toEqual([200, 2000]);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('is never sent for the method %s', async (method) => {
    await edge.ask('/');
    const { status } = await edge.ask('/', {}, method);
    expect(status).toBe(404);
    expect(edge.front.counts.page.fresh).toBe(0);
  });
});

describe('request with If-None-Match', () => {
  it.each(['br', 'gzip', 'identity'])('receives an empty 304 for the coding %s', async (coding) => {
    await edge.ask('/');
    const { etag = '' } = (await edge.ask('/', { 'accept-encoding': coding })).headers;
    const again = await edge.ask('/', { 'accept-encoding': coding, 'if-none-match': `"x", W/${etag}` });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    expect(again.headers).toMatchObject({ etag, vary: 'Accept-Encoding' });
    expect(again.headers['cache-control']).toContain('s-maxage=12');
    expect(edge.front.counts.page['304']).toBe(1);
  });

  it('receives a 200 if the entity tag belongs to another content coding', async () => {
    await edge.ask('/');
    const { etag = '' } = (await edge.ask('/', { 'accept-encoding': 'gzip' })).headers;
    const { status } = await edge.ask('/', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect(status).toBe(200);
  });

  it('receives a 304 if the page was purged but is the same after the reload', async () => {
    const { etag = '' } = (await edge.ask('/')).headers;
    edge.tags.purge(['cms']);
    expect((await edge.ask('/', { 'if-none-match': etag })).status).toBe(304);
  });
});

describe('request with cookies and other client headers', () => {
  it('never changes the bytes of a cached page', async () => {
    await edge.ask('/', { cookie: 'auth_user=1; session=secret', host: 'evil.example' });
    const expected = (await edge.ask('/')).body;
    const others: Record<string, string>[] = [
      { cookie: 'auth_user=somebody; lang=hi' },
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '::1' },
      { forwarded: 'host=evil.example' },
      { 'accept-language': 'hi', 'user-agent': 'a phone', 'sec-ch-ua-mobile': '?1' },
      { authorization: 'Bearer x', 'cache-control': 'no-cache', pragma: 'no-cache' },
    ];
    for (const headers of others) expect((await edge.ask('/', headers)).body).toEqual(expected);
    expect(edge.state.made).toBe(1);
  });
});

describe('page cache', () => {
  it('stores one copy for all alternative URLs of a page', async () => {
    await edge.ask('/?utm_source=a');
    await edge.ask('/?utm_source=b');
    expect(edge.state).toMatchObject({ made: 1, routed: 2 });
    await edge.ask('/?utm_source=a');
    await edge.ask('/?utm_source=b');
    await edge.ask('/');
    expect(edge.state).toMatchObject({ made: 1, routed: 2 });
  });

  it('stores alternative URLs as aliases up to a limit', async () => {
    await edge.stop();
    edge = await startEdge({ maxAliases: 10 });
    await edge.ask('/');
    for (let index = 0; index < 50; index++) await edge.ask(`/?n=${index}`);
    edge.state.routed = 0;
    await edge.ask('/?n=0');
    expect(edge.state.routed).toBe(1);
    await edge.ask('/');
    expect(edge.state).toMatchObject({ made: 1, routed: 1 });
  });

  it('stores no alias for a very long URL', async () => {
    const long = `/?${'x'.repeat(5000)}`;
    await edge.ask(long);
    await edge.ask(long);
    expect(edge.state).toMatchObject({ made: 1, routed: 2 });
  });
});

describe('stale page', () => {
  it('is sent at once while a single load replaces it', async () => {
    await edge.ask('/');
    edge.advance(20_000);
    edge.state.text = 'second';
    const answers = await Promise.all(Array.from({ length: 20 }, () => edge.ask('/')));
    for (const { headers, body } of answers.slice(0, 1)) {
      expect(headers['cache-status']).toBe('golden-lotto; hit; ttl=-8');
      expect(headers['cache-control']).toContain('s-maxage=1,');
      expect(body.toString()).toContain('first');
    }
    await vi.waitFor(async () => expect((await edge.ask('/')).body.toString()).toContain('second'));
    expect(edge.state).toMatchObject({ made: 2, routed: 1 });
  });

  it('is served as stale-if-error until a load succeeds', async () => {
    await edge.ask('/');
    edge.advance(100_000);
    edge.state.failure = new Error('platform killed');
    const { status, headers, body } = await edge.ask('/');
    expect(status).toBe(200);
    expect(body.toString()).toContain('first');
    expect(headers['cache-status']).toBe('golden-lotto; hit; ttl=-88; detail=stale-if-error');
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=1, stale-if-error=500');
    expect(edge.lines.some(({ level }) => level === 'warn')).toBe(true);

    const made = edge.state.made;
    for (let index = 0; index < 20; index++) await edge.ask('/');
    expect(edge.state.made).toBe(made);

    edge.state.failure = null;
    edge.state.text = 'second';
    edge.advance(5000);
    await vi.waitFor(async () => expect((await edge.ask('/')).body.toString()).toContain('second'));
    expect(await cacheStatus()).toMatch(/^golden-lotto; hit; ttl=\d+$/);
  });
});

describe('purge of a page', () => {
  it('makes all later requests wait for the new page', async () => {
    await edge.ask('/');
    edge.state.text = 'second';
    edge.tags.purge(['results:keno']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => edge.ask('/')));
    for (const { body } of answers) expect(body.toString()).toContain('second');
    const provenances = answers.map(({ headers }) => headers['cache-status']);
    expect(provenances.filter((text) => text === 'golden-lotto; fwd=stale; stored')).toHaveLength(1);
    expect(edge.state.made).toBe(2);
  });

  it('keeps the old copy, which is served if the new page cannot be rendered', async () => {
    await edge.ask('/');
    edge.tags.purge(['results']);
    edge.state.failure = new Error('platform killed');
    edge.advance(3000);
    const { status, headers } = await edge.ask('/');
    expect(status).toBe(200);
    expect(headers['cache-status']).toMatch(/^golden-lotto; hit; ttl=-\d+; detail=stale-if-error$/);
  });

  it('deletes the cached copy in hard mode', async () => {
    await edge.ask('/');
    edge.tags.purge(['cms:home'], { hard: true });
    edge.state.failure = new Error('platform killed');
    expect((await edge.ask('/')).status).toBe(503);
  });
});

describe('404 page', () => {
  it('may be cached for ten seconds, but never served stale', async () => {
    edge.state.status = 404;
    const { status, headers } = await edge.ask('/nowhere');
    expect(status).toBe(404);
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=10');
    edge.advance(4000);
    expect((await edge.ask('/nowhere')).headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=6',
      'cache-status': 'golden-lotto; hit; ttl=6',
    });
  });

  it('has no entity tag and is never answered with a 304', async () => {
    edge.state.status = 404;
    expect((await edge.ask('/nowhere')).headers).not.toHaveProperty('etag');
    expect((await edge.ask('/nowhere', { 'if-none-match': '*' })).status).toBe(404);
  });
});

describe('pipelining', () => {
  it('returns responses in order, even if only some of them are cached', async () => {
    await edge.ask('/hit');
    const paths = ['/hit', '/slow', '/hit', '/new', '/slow', '/hit'];
    const lines = paths.map((path, at) => {
      const last = at === paths.length - 1 ? 'Connection: close\r\n' : '';
      return `GET ${path} HTTP/1.1\r\nHost: x\r\n${last}\r\n`;
    });
    const text = await edge.raw(lines.join(''));
    const answered = text.match(/<p>\/\w+|\r\n\r\nslow/g)?.map((found) => found.replace(/\r\n\r\n|<p>/g, ''));
    expect(answered).toEqual(['/hit', 'slow', '/hit', '/new', 'slow', '/hit']);
  });
});

it('a request line with an absolute URL is not answered from the cache', async () => {
  await edge.ask('/');
  const text = await edge.raw('GET http://evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(text).not.toContain('golden-lotto; hit');
});
