import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStream } from '../../helpers/browser-stream.ts';
import { ask, askRaw } from '../../helpers/http.ts';
import { describeWith } from '../../helpers/installed.ts';
import { hasVarnish, startHealthyVarnish, type Varnish } from '../../helpers/varnish-server.ts';
import { type Edge, hit, lifetime, startEdge } from './edge.ts';
import { type ScriptedOrigin, startScriptedOrigin } from './scripted-origin.ts';

describeWith('varnishd', hasVarnish)('Varnish', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge?.stop());

  const purge = (tags: string, authorization = `Bearer ${edge.varnish.purgeToken}`, method = 'POST') =>
    ask(edge.varnish.purgeUrl, '/', {
      method,
      headers: { authorization, 'cache-tag': tags, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: JSON.stringify({ tags: tags.split(',') }) } : {}),
    });
  const tagged = async (tags: string): Promise<string> => {
    const path = edge.fresh();
    edge.origin.answers(path, { headers: { ...lifetime('max-age=600'), 'cache-tag': tags } });
    await edge.get(path);
    return path;
  };

  describe('purge request', () => {
    it('drops responses with the purged tag, but not those with a similar tag', async () => {
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
      for (const path of reached) expect(await edge.did(path)).toBe('fwd=uri-miss; stored');
      for (const path of spared) expect(await edge.did(path)).toMatch(hit);
    });

    it.each([
      ['without a token', 403, () => purge('cms:faq', '')],
      ['with another token', 403, () => purge('cms:faq', 'Bearer test-cdn-purge-token-0124')],
      ['without a tag', 400, () => purge('')],
      ['with a pattern for a tag', 400, () => purge('.+|(x)')],
      ['with a second condition', 400, () => purge('a && obj.http.x')],
      ['by GET', 405, () => purge('cms:faq', undefined, 'GET')],
    ])('is rejected if it is sent %s', async (_what, expected, send) => {
      const path = await tagged('cms:faq');
      expect((await send()).status).toBe(expected);
      expect(await edge.did(path)).toMatch(hit);
    });

    it('is rejected if it comes from a public client', async () => {
      const path = await tagged('cms:faq');
      const headers = { authorization: `Bearer ${edge.varnish.purgeToken}`, 'cache-tag': 'cms:faq' };
      for (const method of ['POST', 'PURGE', 'BAN']) await edge.get('/', { method, headers });
      expect(await edge.did(path)).toMatch(hit);
      expect((await edge.get('/', { method: 'PURGE', headers })).status).toBe(405);
    });

    it('receives a 405 instead of a page if its method is GET', async () => {
      const { status } = await ask(edge.varnish.purgeUrl, '/', { method: 'GET' });
      expect(status).toBe(405);
    });
  });

  describe('forwarded response', () => {
    it('contains none of the headers that only the site and Varnish exchange', async () => {
      const path = edge.fresh();
      edge.origin.answers(path, {
        headers: {
          ...lifetime('max-age=600'),
          'cache-tag': 'cms:faq',
          'cache-status': 'golden-lotto; hit; ttl=9',
        },
      });
      for (const expected of ['fwd=uri-miss; stored', 'hit; ttl=599']) {
        const { headers } = await edge.get(path);
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

    it('does not change if the client forges a header that Varnish uses internally', async () => {
      const path = edge.fresh();
      edge.origin.answers(path, { headers: lifetime('max-age=0, stale-if-error=600'), body: 'old' });
      await edge.get(path);
      edge.origin.answers(path, { headers: lifetime('max-age=600'), body: 'new' });
      const headers = { 'x-stale': 'use', 'x-cache-did': 'anything' };
      await expect.poll(async () => (await edge.get(path, { headers })).text).toBe('new');
      expect(edge.origin.asked.at(-1)?.headers['x-stale']).toBe('held');
    });

    it('arrives event by event if it is an event stream', async () => {
      const gone = Promise.withResolvers<void>();
      edge.origin.answers('/hi/events', (_req, res) => {
        res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        res.write('event: hello\ndata: {}\n\n');
        edge.origin.answers('/say', (_say, said) => {
          res.write('event: result\ndata: {}\n\n');
          said.end();
        });
        res.once('close', gone.resolve);
      });
      const stream = await openStream(`${edge.varnish.url}/hi/events`, { cookie: 'session=1' });
      await expect.poll(() => stream.events.length).toBe(1);
      expect(edge.origin.asked.at(-1)?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1' });
      expect(edge.origin.asked.at(-1)?.headers).not.toHaveProperty('cookie');
      await edge.get('/say');
      await expect.poll(() => stream.events.at(-1)?.event).toBe('result');
      stream.close();
      await gone.promise;
    });

    it('closes the connection if it is an event stream, so that pipelined requests are ignored', async () => {
      edge.origin.answers('/events', {
        headers: { 'content-type': 'text/event-stream' },
        body: 'data: {}\n\n',
      });
      const host = 'Host: x\r\n';
      const raw = await askRaw(
        edge.varnish.url,
        `GET /events HTTP/1.1\r\n${host}\r\nGET /api/secret HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      );
      expect(raw.match(/HTTP\/1\.1 /g)).toHaveLength(1);
      expect(edge.origin.count('/api/secret')).toBe(0);
    });

    it.each(['TRACE', 'PURGE', 'PROPFIND'])('is replaced by a 405 for the method %s', async (method) => {
      expect((await edge.get('/', { method })).status).toBe(405);
    });
  });
});

describeWith('varnishd', hasVarnish)('client address that Varnish forwards', () => {
  let origin: ScriptedOrigin;
  let strict: Varnish;
  beforeAll(async () => {
    origin = await startScriptedOrigin();
    strict = await startHealthyVarnish({ origins: [origin.url], trusts: '10.255.255.255' });
  });
  afterAll(async () => {
    await strict?.stop();
    await origin?.down();
  });

  it('is taken from the X-Forwarded-For header of a trusted TLS proxy', async () => {
    const trusting = await startHealthyVarnish({ origins: [origin.url] });
    try {
      const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9', 'x-forwarded-proto': 'https' };
      await ask(trusting.url, '/api/session', { headers });
      expect(origin.asked.at(-1)?.headers).toMatchObject(headers);
    } finally {
      await trusting.stop();
    }
  });

  it('is the address of the connection if the client forges forwarding headers', async () => {
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
