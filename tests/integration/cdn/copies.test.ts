import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWith } from '../../helpers/installed.ts';
import { hasVarnish } from '../../helpers/varnish-server.ts';
import { type Edge, hit, lifetime, startEdge } from './edge.ts';

describeWith('varnishd', hasVarnish)('Varnish cache', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge?.stop());

  describe('response', () => {
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
      ['has a lifetime of zero', { 'cache-control': 'max-age=0' }],
    ])('is not cached when it %s', async (_what, headers) => {
      const path = edge.fresh();
      edge.origin.answers(path, { headers });
      expect(await edge.did(path, { headers: player })).toBe('fwd=uri-miss');
      expect(await edge.did(path)).toBe('fwd=uri-miss');
      expect(edge.origin.count(path)).toBe(2);
    });

    it('is not cached when the request contains the header Authorization', async () => {
      const path = edge.fresh();
      edge.origin.answers(path, { headers: lifetime('max-age=600') });
      const headers = { authorization: 'Bearer token' };
      expect(await edge.did(path, { headers })).toBe('fwd=bypass');
      expect(edge.origin.asked.at(-1)?.headers).toMatchObject(headers);
      expect(await edge.did(path)).toBe('fwd=uri-miss; stored');
      // The path is now cached, but Varnish still forwards a request with the header Authorization to the origin.
      expect(await edge.did(path, { headers })).toBe('fwd=bypass');
    });

    it.each([
      '/api/session',
      '/my-accounts',
      '/my-accounts/x.css',
      '/my-accounts;x.js',
      '/hi/my-accounts?tab=1',
      '/deposit',
      '/wallet',
    ])('is not cached at %s, even when its headers allow it', async (path) => {
      edge.origin.answers(path.split('?')[0] ?? path, { headers: lifetime('max-age=600') });
      expect(await edge.did(path, { headers: player })).toBe('fwd=bypass');
      expect(edge.origin.asked.at(-1)?.headers).toMatchObject(player);
      expect(await edge.did(path)).toBe('fwd=bypass');
      expect(edge.origin.asked.at(-1)?.headers).not.toHaveProperty('cookie');
    });

    it('is not cached when the request is a form post', async () => {
      const path = edge.fresh();
      edge.origin.answers(path, { headers: lifetime('max-age=600') });
      const form = { method: 'POST', headers: { ...player, 'content-type': 'text/plain' }, body: 'a=b' };
      expect(await edge.did(path, form)).toBe('fwd=bypass');
      expect(edge.origin.asked.at(-1)).toMatchObject({ method: 'POST', headers: player });
      expect(await edge.did(path)).toBe('fwd=uri-miss; stored');
    });
  });

  describe('cached response', () => {
    it('is shared by clients with different cookies', async () => {
      const path = edge.fresh();
      edge.origin.answers(path, { headers: lifetime('max-age=600') });
      expect(await edge.did(path, { headers: { cookie: '__Host-session=a; auth_user=1; lang=hi' } })).toBe(
        'fwd=uri-miss; stored',
      );
      expect(edge.origin.asked.at(-1)?.headers).not.toHaveProperty('cookie');
      expect(await edge.did(path, { headers: { cookie: '__Host-session=b' } })).toMatch(hit);
      expect(await edge.did(path)).toMatch(hit);
    });

    it('is shared by all host names of the site', async () => {
      const path = edge.fresh();
      edge.origin.answers(path, { headers: lifetime('max-age=600') });
      expect(await edge.did(path, { headers: { host: 'lotto.example' } })).toBe('fwd=uri-miss; stored');
      for (const host of ['evil.example', 'LOTTO.example:8080', '127.0.0.1'])
        expect(await edge.did(path, { headers: { host } })).toMatch(hit);
    });

    it('is shared by URLs that differ only in unknown query parameters or parameter order', async () => {
      edge.origin.answers('/results', { headers: lifetime('max-age=600') });
      await edge.get('/results?to=2&utm_source=mail&from=1');
      expect(edge.origin.asked.at(-1)?.url).toBe('/results?from=1&to=2');
      for (const query of [
        'from=1&to=2',
        'to=2&from=1',
        'fbclid=x&from=1&to=2&gclid=y',
        'from=1&to=2&from=7',
        '&&from=1&&to=2&',
        'xfrom=7&from=1&tox=8&to=2&game=',
        `${'a=evil&'.repeat(500)}from=1&to=2`,
        `${'&'.repeat(3900)}from=1&to=2`,
      ])
        expect(await edge.did(`/results?${query}`), query.slice(0, 50)).toMatch(hit);
      expect(await edge.did('/results?from=1&to=3')).toBe('fwd=uri-miss; stored');
      // If a parameter is repeated, Varnish keeps only its first value, because the site reads only the first value.
      await edge.get('/results?game=keno&game=jaldi');
      expect(edge.origin.asked.at(-1)?.url).toBe('/results?game=keno');
    });

    it('is shared by all query strings if the page reads no query parameters', async () => {
      const path = edge.fresh();
      for (const page of [path, '/hi/fairness', '/results/latest.json', '/results/golden-keno']) {
        edge.origin.answers(page, { headers: lifetime('max-age=600') });
        await edge.get(`${page}?game=keno&cursor=abc`);
        expect(edge.origin.asked.at(-1)?.url).toBe(page);
        expect(await edge.did(`${page}?from=1`), page).toMatch(hit);
        expect(await edge.did(page), page).toMatch(hit);
      }
    });

    it('of a page that is not in English is stored under a URL without unknown query parameters', async () => {
      edge.origin.answers('/hi/blogs', { headers: lifetime('max-age=600') });
      await edge.get('/hi/blogs?x=1&blog=odds%20explained');
      expect(edge.origin.asked.at(-1)?.url).toBe('/hi/blogs?blog=odds%20explained');
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
    ])('is stored in three codings, so that Accept-Encoding %s selects %s', async (given, sent) => {
      const path = edge.fresh();
      edge.origin.answers(path, { headers: { ...lifetime('max-age=600'), vary: 'Accept-Encoding' } });
      const headers: Record<string, string> = given === undefined ? {} : { 'accept-encoding': given };
      await edge.get(path, { headers });
      expect(edge.origin.asked.at(-1)?.headers['accept-encoding']).toBe(sent);
    });

    it('is returned for HEAD, conditional and range requests', async () => {
      const path = edge.fresh();
      edge.origin.answers(path, {
        headers: { ...lifetime('max-age=600'), etag: '"one"', 'content-length': '10' },
        body: '0123456789',
      });
      const head = await edge.get(path, { method: 'HEAD' });
      expect(head.headers).toMatchObject({ etag: '"one"', 'content-length': '10' });
      expect(head.bytes).toHaveLength(0);
      expect(edge.origin.asked.at(-1)?.method).toBe('GET');
      const known = await edge.get(path, { headers: { 'if-none-match': '"one"' } });
      expect(known.status).toBe(304);
      expect(known.bytes).toHaveLength(0);
      expect(known.headers).toMatchObject({
        etag: '"one"',
        'cache-control': 'public, max-age=0, s-maxage=1',
      });
      expect((await edge.get(path, { headers: { 'if-none-match': '"two"' } })).status).toBe(200);
      const part = await edge.get(path, { headers: { range: 'bytes=2-4' } });
      expect({ status: part.status, text: part.text }).toEqual({ status: 206, text: '234' });
      expect(edge.origin.count(path)).toBe(1);
    });

    it('is revalidated with its entity tag and kept after a 304', async () => {
      const path = edge.fresh();
      edge.origin.answers(path, (req, res) => {
        const same = req.headers['if-none-match'] === '"one"';
        res.writeHead(same ? 304 : 200, {
          etag: '"one"',
          ...lifetime(same ? 'max-age=600' : 'max-age=0, stale-while-revalidate=600'),
        });
        res.end(same ? undefined : 'body');
      });
      await edge.get(path);
      await expect.poll(() => edge.did(path)).toMatch(/^hit; ttl=5\d\d$/);
      expect(edge.origin.asked.at(-1)?.headers['if-none-match']).toBe('"one"');
      expect((await edge.get(path)).text).toBe('body');
    });
  });
});
