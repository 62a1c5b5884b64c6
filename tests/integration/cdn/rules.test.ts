import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStream } from '../../helpers/browser-stream.ts';
import { type Ask, ask, askRaw } from '../../helpers/http.ts';
import { describeWith } from '../../helpers/installed.ts';
import { hasVarnish, startVarnish, type Varnish } from '../../helpers/varnish-server.ts';
import { type ScriptedOrigin, startScriptedOrigin } from './scripted-origin.ts';

let origin: ScriptedOrigin;
let varnish: Varnish;
let paths = 0;

/** A path of this test alone. */
const fresh = (): string => `/page-${++paths}`;
const get = (path: string, how: Ask = {}) => ask(varnish.url, path, how);
const did = async (path: string, how: Ask = {}): Promise<string> => {
  const { headers } = await get(path, how);
  return /varnish; (.+)$/.exec(String(headers['cache-status']))?.[1] ?? 'nothing';
};
const hit = /^hit; ttl=\d+$/;
const staleHit = /^hit; ttl=-\d+$/;
const staleIfError = /^hit; ttl=-\d+; detail=stale-if-error$/;
const lifetime = (value: string) => ({
  'cache-control': 'public, max-age=0, s-maxage=1',
  'cdn-cache-control': value,
});
const untilWell = (well: boolean) => expect.poll(() => varnish.isWell(), { timeout: 20_000 }).toBe(well);

/** A path whose answer Varnish has kept. */
const stored = async (value: string): Promise<string> => {
  const path = fresh();
  origin.answers(path, { headers: lifetime(value), body: 'kept' });
  await get(path);
  return path;
};

const purge = (tags: string, authorization = `Bearer ${varnish.purgeToken}`, method = 'POST') =>
  ask(varnish.purgeUrl, '/', {
    method,
    headers: { authorization, 'cache-tag': tags, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify({ tags: tags.split(',') }) } : {}),
  });
const tagged = async (tags: string): Promise<string> => {
  const path = fresh();
  origin.answers(path, { headers: { ...lifetime('max-age=600'), 'cache-tag': tags } });
  await get(path);
  return path;
};

describeWith('varnishd', hasVarnish)('Varnish before an origin', () => {
  beforeAll(async () => {
    origin = await startScriptedOrigin();
    varnish = await startVarnish({ origins: [origin.url] });
  });
  afterAll(async () => {
    await varnish?.stop();
    await origin?.down();
  });

  describe('lifetimes', () => {
    it.each([
      [
        'CDN-Cache-Control before all else',
        { 'cdn-cache-control': 'max-age=300', 'cache-control': 's-maxage=7' },
        300,
      ],
      ['s-maxage before max-age', { 'cache-control': 'public, max-age=0, s-maxage=70' }, 70],
      ['max-age', { 'cache-control': 'public, max-age=31536000, immutable' }, 31_536_000],
      ['less what has passed on the way', { 'cdn-cache-control': 'max-age=300', age: '100' }, 200],
    ])('go by %s', async (_what, headers, seconds) => {
      const path = fresh();
      origin.answers(path, { headers });
      expect(await did(path)).toBe('fwd=uri-miss; stored');
      const ttl = Number(/^hit; ttl=(\d+)$/.exec(await did(path))?.[1]);
      expect(ttl).toBeGreaterThan(seconds - 10);
      expect(ttl).toBeLessThanOrEqual(seconds);
      expect(origin.count(path)).toBe(1);
    });

    it('hold for answers that lead nowhere too', async () => {
      const path = fresh();
      origin.answers(path, { status: 404, headers: lifetime('max-age=10') });
      await get(path);
      const { status, headers } = await get(path);
      expect(status).toBe(404);
      expect(headers['cache-status']).toMatch(/varnish; hit/);
    });

    it('let a stale copy be answered while it is replaced', async () => {
      const path = fresh();
      origin.answers(path, { headers: lifetime('max-age=0, stale-while-revalidate=600'), body: 'old' });
      await get(path);
      origin.answers(path, { headers: lifetime('max-age=600'), body: 'new' });
      const bodies: string[] = [];
      await expect
        .poll(async () => {
          const { text, headers } = await get(path);
          bodies.push(text);
          return headers['cache-status'];
        })
        .toMatch(/hit; ttl=5\d\d$/);
      // Nobody waited: the last answer before the new one is old.
      expect(bodies.at(-1)).toBe('new');
      expect(bodies.slice(0, -1).every((text) => text === 'old')).toBe(true);
      expect(origin.count(path)).toBe(2);
    });

    it('ask the origin first, where a copy is only for errors', async () => {
      const path = fresh();
      origin.answers(path, { headers: lifetime('max-age=0, stale-if-error=600'), body: 'old' });
      await get(path);
      origin.answers(path, { headers: lifetime('max-age=600'), body: 'new' });
      await expect.poll(() => did(path), { interval: 5 }).toBe('fwd=stale; stored');
      expect((await get(path)).text).toBe('new');
    });

    it('make one request of many for a cold page', async () => {
      const path = fresh();
      const gate = Promise.withResolvers<void>();
      origin.answers(path, { headers: lifetime('max-age=600'), after: gate.promise });
      const all = Array.from({ length: 200 }, () => get(path));
      await expect.poll(() => origin.count(path)).toBe(1);
      gate.resolve();
      for (const { status } of await Promise.all(all)) expect(status).toBe(200);
      expect(origin.count(path)).toBe(1);
    });
  });

  describe('an origin that fails', () => {
    it('with 500 leaves the copy: while it is revalidated, and beyond', async () => {
      const revalidated = await stored('max-age=0, stale-while-revalidate=600, stale-if-error=600');
      const beyond = await stored('max-age=0, stale-if-error=600');
      for (const path of [revalidated, beyond]) origin.answers(path, { status: 500, body: 'sorry' });
      await expect.poll(() => did(revalidated)).toMatch(staleHit);
      await expect.poll(() => did(beyond)).toMatch(staleIfError);
      await expect.poll(() => origin.count(revalidated)).toBeGreaterThan(1);
      for (const path of [revalidated, beyond]) {
        const { status, text } = await get(path);
        expect({ status, text }).toEqual({ status: 200, text: 'kept' });
        origin.answers(path, { headers: lifetime('max-age=600'), body: 'well again' });
        await expect.poll(async () => (await get(path)).text).toBe('well again');
      }
    });

    it('shows its own words on a page that nobody has seen, and they are not kept', async () => {
      const path = fresh();
      origin.answers(path, {
        status: 503,
        headers: { 'retry-after': '7', ...lifetime('max-age=60') },
        body: 'busy',
      });
      const { status, text, headers } = await get(path);
      expect({ status, text, after: headers['retry-after'] }).toEqual({
        status: 503,
        text: 'busy',
        after: '7',
      });
      origin.answers(path, { headers: lifetime('max-age=60'), body: 'well' });
      expect((await get(path)).text).toBe('well');
      expect(await did(path)).toMatch(/^(?:hit|fwd=uri-miss; stored)/);
    });

    it('by being gone leaves every copy until it is back', async () => {
      const fine = await stored('max-age=600');
      const beyond = await stored('max-age=0, stale-if-error=600');
      const revalidated = await stored('max-age=0, stale-while-revalidate=600');
      await origin.down();
      try {
        // Before anyone has noticed, and after.
        await expect.poll(() => did(beyond)).toMatch(staleIfError);
        await untilWell(false);
        expect(await did(beyond)).toMatch(staleIfError);
        expect(await did(revalidated)).toMatch(staleHit);
        expect(await did(fine)).toMatch(hit);
        const cold = await get(fresh());
        expect(cold.status).toBe(503);
        expect(cold.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' });
        expect(cold.text).toContain('Back in a moment');
      } finally {
        await origin.up();
      }
      await untilWell(true);
      origin.answers(beyond, { headers: lifetime('max-age=600'), body: 'back' });
      await expect.poll(async () => (await get(beyond)).text).toBe('back');
    });
  });

  describe('what is never kept', () => {
    const player = { cookie: '__Host-session=sealed; session=sealed; auth_user=1' };
    it.each<[string, Record<string, string | string[]>]>([
      ['sets a cookie', { ...lifetime('max-age=600'), 'set-cookie': 'session=of-somebody' }],
      ['is private', { 'cache-control': 'private, max-age=600' }],
      ['is no-store', { 'cache-control': 'no-store' }],
      [
        'is no-store for all but CDNs',
        { 'cache-control': 'private, no-store', 'cdn-cache-control': 'max-age=60' },
      ],
      ['is no-store for CDNs', { 'cache-control': 'max-age=60', 'cdn-cache-control': 'no-store' }],
      ['varies with everything', { ...lifetime('max-age=600'), vary: '*' }],
      ['varies with the cookie', { ...lifetime('max-age=600'), vary: 'Accept-Encoding, Cookie' }],
      ['says nothing of caches', { 'cache-control': 'max-age=0' }],
    ])('an answer that %s', async (_what, headers) => {
      const path = fresh();
      origin.answers(path, { headers });
      expect(await did(path, { headers: player })).toBe('fwd=uri-miss');
      expect(await did(path)).toBe('fwd=uri-miss');
      expect(origin.count(path)).toBe(2);
    });

    it('an answer to a request that says who asks', async () => {
      const path = fresh();
      origin.answers(path, { headers: lifetime('max-age=600') });
      const headers = { authorization: 'Bearer token' };
      expect(await did(path, { headers })).toBe('fwd=bypass');
      expect(origin.asked.at(-1)?.headers).toMatchObject(headers);
      expect(await did(path)).toBe('fwd=uri-miss; stored');
      // Nor is such a request answered with what is kept.
      expect(await did(path, { headers })).toBe('fwd=bypass');
    });

    it.each([
      '/api/session',
      '/my-accounts',
      '/my-accounts/x.css',
      '/my-accounts;x.js',
      '/hi/my-accounts?tab=1',
      '/deposit',
      '/wallet',
    ])('anything at %s, even where the answer says that it may be', async (path) => {
      origin.answers(path.split('?')[0] ?? path, { headers: lifetime('max-age=600') });
      expect(await did(path, { headers: player })).toBe('fwd=bypass');
      expect(origin.asked.at(-1)?.headers).toMatchObject(player);
      expect(await did(path)).toBe('fwd=bypass');
      expect(origin.asked.at(-1)?.headers).not.toHaveProperty('cookie');
    });

    it('an answer to a form', async () => {
      const path = fresh();
      origin.answers(path, { headers: lifetime('max-age=600') });
      const form = { method: 'POST', headers: { ...player, 'content-type': 'text/plain' }, body: 'a=b' };
      expect(await did(path, form)).toBe('fwd=bypass');
      expect(origin.asked.at(-1)).toMatchObject({ method: 'POST', headers: player });
      expect(await did(path)).toBe('fwd=uri-miss; stored');
    });
  });

  describe('one copy for everyone', () => {
    it('whatever cookies come, and none of them goes on', async () => {
      const path = fresh();
      origin.answers(path, { headers: lifetime('max-age=600') });
      expect(await did(path, { headers: { cookie: '__Host-session=a; auth_user=1; lang=hi' } })).toBe(
        'fwd=uri-miss; stored',
      );
      expect(origin.asked.at(-1)?.headers).not.toHaveProperty('cookie');
      expect(await did(path, { headers: { cookie: '__Host-session=b' } })).toMatch(hit);
      expect(await did(path)).toMatch(hit);
    });

    it('whatever order the parameters have', async () => {
      const path = fresh();
      origin.answers(path, { headers: lifetime('max-age=600') });
      await get(`${path}?to=2&from=1`);
      expect(await did(`${path}?from=1&to=2`)).toMatch(hit);
      expect(await did(`${path}?from=1&to=3`)).toBe('fwd=uri-miss; stored');
    });

    it.each([
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=1.0, gzip;q=0.8', 'br'],
      ['gzip, deflate', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['br ; q=0.0,gzip ;q=0', undefined],
      ['deflate', undefined],
      ['identity', undefined],
      ['abracadabra, gzippy', undefined],
      [undefined, undefined],
    ])('for each of three codings: %s asks for %s', async (given, sent) => {
      const path = fresh();
      origin.answers(path, { headers: { ...lifetime('max-age=600'), vary: 'Accept-Encoding' } });
      const headers: Record<string, string> = given === undefined ? {} : { 'accept-encoding': given };
      await get(path, { headers });
      expect(origin.asked.at(-1)?.headers['accept-encoding']).toBe(sent);
    });

    it('and HEAD, and conditions, and ranges are answered from it', async () => {
      const path = fresh();
      origin.answers(path, {
        headers: { ...lifetime('max-age=600'), etag: '"one"', 'content-length': '10' },
        body: '0123456789',
      });
      const head = await get(path, { method: 'HEAD' });
      expect(head.headers).toMatchObject({ etag: '"one"', 'content-length': '10' });
      expect(head.bytes).toHaveLength(0);
      expect(origin.asked.at(-1)?.method).toBe('GET');
      const known = await get(path, { headers: { 'if-none-match': '"one"' } });
      expect(known.status).toBe(304);
      expect(known.bytes).toHaveLength(0);
      expect(known.headers).toMatchObject({
        etag: '"one"',
        'cache-control': 'public, max-age=0, s-maxage=1',
      });
      expect((await get(path, { headers: { 'if-none-match': '"two"' } })).status).toBe(200);
      const part = await get(path, { headers: { range: 'bytes=2-4' } });
      expect({ status: part.status, text: part.text }).toEqual({ status: 206, text: '234' });
      expect(origin.count(path)).toBe(1);
    });

    it('that the origin is asked about by its entity tag, and lives on where that is the same', async () => {
      const path = fresh();
      origin.answers(path, (req, res) => {
        const same = req.headers['if-none-match'] === '"one"';
        res.writeHead(same ? 304 : 200, {
          etag: '"one"',
          ...lifetime(same ? 'max-age=600' : 'max-age=0, stale-while-revalidate=600'),
        });
        res.end(same ? undefined : 'body');
      });
      await get(path);
      await expect.poll(() => did(path)).toMatch(/^hit; ttl=5\d\d$/);
      expect(origin.asked.at(-1)?.headers['if-none-match']).toBe('"one"');
      expect((await get(path)).text).toBe('body');
    });
  });

  describe('purges', () => {
    it('reach what carries a tag, and nothing that only looks like it', async () => {
      const reached = await Promise.all(
        ['results:keno', 'cms:home,results:keno', 'results:keno,upcoming', 'a,results:*,b', 'a.b'].map(
          tagged,
        ),
      );
      const spared = await Promise.all(
        [
          'results:keno2',
          'my-results:keno',
          'results',
          'results:pick3',
          'resultsxkeno',
          'a-b',
          'cms:home',
        ].map(tagged),
      );
      expect((await purge('results:keno,results:*,a.b')).status).toBe(200);
      for (const path of reached) expect(await did(path)).toBe('fwd=uri-miss; stored');
      for (const path of spared) expect(await did(path)).toMatch(hit);
    });

    it.each([
      ['without a token', 403, () => purge('cms:faq', '')],
      ['with another token', 403, () => purge('cms:faq', 'Bearer test-cdn-purge-token-0124')],
      ['without a tag', 400, () => purge('')],
      ['with a pattern for a tag', 400, () => purge('.+|(x)')],
      ['with a second condition', 400, () => purge('a && obj.http.x')],
      ['by GET', 405, () => purge('cms:faq', undefined, 'GET')],
    ])('are refused %s', async (_what, expected, send) => {
      const path = await tagged('cms:faq');
      expect((await send()).status).toBe(expected);
      expect(await did(path)).toMatch(hit);
    });

    it('are not there for the public', async () => {
      const path = await tagged('cms:faq');
      const headers = { authorization: `Bearer ${varnish.purgeToken}`, 'cache-tag': 'cms:faq' };
      for (const method of ['POST', 'PURGE', 'BAN']) await get('/', { method, headers });
      expect(await did(path)).toMatch(hit);
      expect((await get('/', { method: 'PURGE', headers })).status).toBe(405);
    });

    it('are no way to the pages', async () => {
      const { status } = await ask(varnish.purgeUrl, '/', { method: 'GET' });
      expect(status).toBe(405);
    });
  });

  describe('what passes', () => {
    it('keeps to itself what is between the site and its CDN', async () => {
      const path = fresh();
      origin.answers(path, {
        headers: {
          ...lifetime('max-age=600'),
          'cache-tag': 'cms:faq',
          'cache-status': 'golden-lotto; hit; ttl=9',
        },
      });
      for (const expected of ['fwd=uri-miss; stored', 'hit; ttl=599']) {
        const { headers } = await get(path);
        expect(headers['cache-status']).toMatch(/^golden-lotto; hit; ttl=9, varnish; /);
        expect(
          String(headers['cache-status']).startsWith(
            `golden-lotto; hit; ttl=9, varnish; ${expected.slice(0, 3)}`,
          ),
        ).toBe(true);
        for (const name of ['cache-tag', 'cdn-cache-control', 'x-lifetime', 'x-varnish', 'x-stale'])
          expect(headers).not.toHaveProperty(name);
      }
    });

    it('takes no word of its own from outside', async () => {
      const path = fresh();
      origin.answers(path, { headers: lifetime('max-age=0, stale-if-error=600'), body: 'old' });
      await get(path);
      origin.answers(path, { headers: lifetime('max-age=600'), body: 'new' });
      const headers = { 'x-stale': 'use', 'x-cache-did': 'anything' };
      await expect.poll(async () => (await get(path, { headers })).text).toBe('new');
      expect(origin.asked.at(-1)?.headers['x-stale']).toBe('held');
    });

    it('streams events as they come, and ends them when the browser goes', async () => {
      const gone = Promise.withResolvers<void>();
      origin.answers('/hi/events', (_req, res) => {
        res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        res.write('event: hello\ndata: {}\n\n');
        origin.answers('/say', (_say, said) => {
          res.write('event: result\ndata: {}\n\n');
          said.end();
        });
        res.once('close', gone.resolve);
      });
      const stream = await openStream(`${varnish.url}/hi/events`, { cookie: 'session=1' });
      await expect.poll(() => stream.events.length).toBe(1);
      expect(origin.asked.at(-1)?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1' });
      expect(origin.asked.at(-1)?.headers).not.toHaveProperty('cookie');
      await get('/say');
      await expect.poll(() => stream.events.at(-1)?.event).toBe('result');
      stream.close();
      await gone.promise;
    });

    it('takes one request on the connection of a stream', async () => {
      origin.answers('/events', { headers: { 'content-type': 'text/event-stream' }, body: 'data: {}\n\n' });
      const host = 'Host: x\r\n';
      const raw = await askRaw(
        varnish.url,
        `GET /events HTTP/1.1\r\n${host}\r\nGET /api/secret HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      );
      expect(raw.match(/HTTP\/1\.1 /g)).toHaveLength(1);
      expect(origin.count('/api/secret')).toBe(0);
    });

    it.each(['TRACE', 'PURGE', 'PROPFIND'])('knows no method %s', async (method) => {
      expect((await get('/', { method })).status).toBe(405);
    });
  });
});

describeWith('varnishd', hasVarnish)('who asks', () => {
  let strict: Varnish;
  beforeAll(async () => {
    origin = await startScriptedOrigin();
    strict = await startVarnish({ origins: [origin.url], trusts: '10.255.255.255' });
  });
  afterAll(async () => {
    await strict?.stop();
    await origin?.down();
  });

  it('is told by the end of TLS where there is one', async () => {
    const trusting = await startVarnish({ origins: [origin.url] });
    try {
      const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9', 'x-forwarded-proto': 'https' };
      await ask(trusting.url, '/api/session', { headers });
      expect(origin.asked.at(-1)?.headers).toMatchObject(headers);
    } finally {
      await trusting.stop();
    }
  });

  it('is told by Varnish, whatever somebody says of himself', async () => {
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'for=203.0.113.9',
    };
    await ask(strict.url, '/api/session', { headers: forged });
    const seen = origin.asked.at(-1)?.headers ?? {};
    expect(seen['x-forwarded-for']).toBe('127.0.0.1');
    for (const name of ['x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'])
      expect(seen).not.toHaveProperty(name);
  });
});
