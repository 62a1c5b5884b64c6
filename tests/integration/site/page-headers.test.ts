import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

let platform: TestPlatform;
let site: TestSite;
/** One page of each kind, and a script. */
let paths: string[];
let script: string;

beforeAll(async () => {
  // The clock is fixed, so that no draw and no expiry happens between two requests.
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  site = await startSite({ platform, clock: platform.clock, env: { SITE_URL: 'https://lotto.example' } });
  const { text } = await ask(site.origin, '/');
  const [draw = 'no draw is linked'] = /\/results\/golden-keno\/\d+/.exec(text) ?? [];
  [script = 'no script is named'] = /\/assets\/[^"]+\.js/.exec(text) ?? [];
  const lists = ['/', '/results', '/results?game=keno', '/winners', '/games', '/blogs', '/promotions'];
  paths = [...lists, draw, '/games/golden-keno', '/faq', '/results/latest.json', '/sitemap.xml'];
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const expectSafeHeaders = ({ headers }: Answer, path: string): void => {
  const policy = String(headers['content-security-policy']);
  expect(policy, path).toMatch(/default-src 'none'.*script-src.*frame-ancestors 'none'/);
  expect(policy, path).not.toMatch(/unsafe|\*/);
  expect(headers, path).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': expect.stringContaining('max-age='),
  });
  expect(headers['permissions-policy'], path).toContain('camera=()');
  for (const name of ['server', 'x-powered-by', 'via']) expect(headers, path).not.toHaveProperty(name);
};

describe('response headers of a page', () => {
  it('include the security headers, like the responses to file requests and rejected requests', async () => {
    const others = [
      script,
      '/robots.txt',
      '/nowhere/at/all',
      '/%zz',
      '/healthz',
      '/locale/en.json',
      '/favicon.svg',
    ];
    for (const path of [...paths, ...others]) expectSafeHeaders(await ask(site.origin, path), path);
    for (const method of ['POST', 'DELETE', 'OPTIONS'])
      expectSafeHeaders(await ask(site.origin, '/', { method }), method);
  });

  it('contain a different entity tag for each content coding', async () => {
    for (const path of paths) {
      // The first response has no entity tag, because the site streams it before the tag is known. Later responses have
      // one.
      await ask(site.origin, path);
      const answers = await Promise.all(
        ['br', 'gzip', 'identity'].map((coding) =>
          ask(site.origin, path, { headers: { 'accept-encoding': coding } }),
        ),
      );
      expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
      expect(new Set(answers.map(({ text }) => text)).size, path).toBe(1);
      const tags = answers.map(({ headers }) => headers.etag ?? '');
      expect(new Set(tags).size, path).toBe(3);
      for (const tag of tags) expect(tag, path).toMatch(/^"[\x21\x23-\x7e]+"$/);
      for (const { headers, bytes } of answers)
        expect(Number(headers['content-length']), path).toBe(bytes.length);
    }
  });

  it('let a client that already has the current page receive a 304', async () => {
    for (const path of paths) {
      const { headers } = await ask(site.origin, path, { headers: { 'accept-encoding': 'br' } });
      const tag = headers.etag ?? '';
      for (const given of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await ask(site.origin, path, {
          headers: { 'accept-encoding': 'br', 'if-none-match': given },
        });
        expect(`${path} ${given} ${again.status}`).toBe(`${path} ${given} 304`);
        expect(again.bytes).toHaveLength(0);
        expect(again.headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding' });
        expect(again.headers['cache-control']).toContain('s-maxage=');
      }
      const other = await ask(site.origin, path, {
        headers: { 'accept-encoding': 'gzip', 'if-none-match': tag },
      });
      expect(other.status, path).toBe(200);
    }
  });

  it('are the same for HEAD as for GET', async () => {
    for (const path of paths) {
      const get = await ask(site.origin, path);
      const head = await ask(site.origin, path, { method: 'HEAD' });
      expect(head.bytes, path).toHaveLength(0);
      for (const name of ['content-type', 'content-length', 'etag', 'cache-tag', 'vary'])
        expect(head.headers[name], `${name} of ${path}`).toEqual(get.headers[name]);
    }
  });

  it('describe the whole page even if the client requests a range', async () => {
    for (const path of paths) {
      const whole = await ask(site.origin, path);
      const ranged = await ask(site.origin, path, {
        headers: { range: 'bytes=0-9', 'if-range': whole.headers.etag },
      });
      expect(ranged.status, path).toBe(200);
      expect(ranged.bytes.equals(whole.bytes), path).toBe(true);
    }
  });
});
