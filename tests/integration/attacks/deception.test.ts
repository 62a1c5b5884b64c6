import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { privateAreas } from '../../../shared/resources.ts';
import { type Answer, ask, askRaw, statusOf } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

let platform: TestPlatform;
let site: TestSite;
let nowhere: string;
const pages = new Map<string, string>();

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  site = await startSite({ platform, clock: platform.clock, warm: false, live: false });
  nowhere = (await ask(site.origin, '/nowhere')).text;
  for (const path of ['/', '/results', '/faq', '/games/golden-keno', '/results/latest.json'])
    pages.set((await ask(site.origin, path)).text, path);
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

/** Some caches treat an address with one of these suffixes as a file or as another page. */
const endings = [
  '/x.css',
  '/x.js',
  '/x.png',
  '/x.avif',
  '/robots.txt',
  '/favicon.ico',
  '/index.html',
  '.css',
  '.json',
  '.css/',
  ';x.css',
  ';x.js',
  ';jsessionid=1',
  '/;x.css',
  '%3bx.js',
  '%3fx.css',
  '%23x.css',
  '%00',
  '%00.css',
  '%0a.css',
  '%0d%0aset-cookie:a=b',
  '%09x.css',
  '%20',
  '%20.css',
  '%2f',
  '%2fx.css',
  '%252fx.css',
  '%5cx.css',
  '\\x.css',
  '//',
  '//x.css',
  '/./x.css',
  '/../x.css',
  '/..',
  '/%2e',
  '/%2e%2e',
  '/%2e%2e/x.css',
  '/%2e%2e%2fx.css',
  '/..%2fx.css',
  '/..%5cx.css',
  '/..;/x.css',
  '/%252e%252e/x.css',
  '/%c0%ae%c0%ae/x.css',
  '/%ef%bc%8e%ef%bc%8e/x.css',
  '/%e3%80%82%e3%80%82/x.css',
  '..',
  '...',
  '.',
  '%e2%80%8b',
  '%ef%bc%8fx.css',
  '%ef%bb%bf',
  '!x.css',
  "'x.css",
  '~x.css',
  ',x.css',
  ':x.css',
  '@x.css',
  '+x.css',
  '*x.css',
  '&x=.css',
  '=x.css',
  '|x.css',
  '`x.css',
  '^x.css',
  '%7fx.css',
  '%80',
  '%u002ex.css',
  '#x.css',
];
const dots = [
  '/x/../account',
  '/x/%2e%2e/account',
  '/assets/..%2faccount',
  '/assets/%2e%2e/account',
  '/./account',
  '//account',
  '/%2faccount',
];

const isKept = ({ headers }: Answer): boolean => !/no-store/.test(headers['cache-control'] ?? '');
const lifetimes = (text: string) =>
  [...text.matchAll(/(?:s-maxage|max-age|stale-\w+(?:-\w+)?)=(\d+)/g)].map(([, value]) => Number(value));
const keptSeconds = ({ headers }: Answer): number =>
  Math.max(0, ...lifetimes(`${headers['cache-control']} ${String(headers['cdn-cache-control'] ?? '')}`));
const isPrivate = (path: string) => privateAreas.some((area) => new RegExp(`^/${area}(?:[/?]|$)`).test(path));
/** Whether a response is a short-lived public 404, or a redirect to a path outside the private areas. */
const isPublicNotFound = (answer: Answer): boolean =>
  answer.status === 301
    ? !isPrivate(answer.headers.location ?? '')
    : answer.text === nowhere && keptSeconds(answer) <= 10;
/** Sends the path unchanged, although fetch and node:http normalise or reject some of these paths. */
const get = async (path: string, headers: Record<string, string>): Promise<Answer> => {
  if (/^[\x21-\x7e]+$/.test(path) && !/[\\^`|]/.test(path)) return ask(site.origin, path, { headers });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const said = await askRaw(
    site.origin,
    `GET ${path} HTTP/1.1\r\nHost: a\r\n${lines.join('')}Connection: close\r\n\r\n`,
  );
  const [head = '', ...rest] = said.split('\r\n\r\n');
  const named = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': '));
  const kept = Object.fromEntries(named.map(([name = '', value = '']) => [name.toLowerCase(), value]));
  const bytes = Buffer.from(rest.join('\r\n\r\n'), 'latin1');
  return { status: statusOf(said), headers: kept, bytes, text: bytes.toString('utf8') };
};
const player = {
  cookie: 'session=sealed; __Host-session=sealed; auth_user=1',
  authorization: 'Bearer token',
};

describe('path that ends like a static file', () => {
  it.each(privateAreas)('returns no private page and no cacheable private answer below /%s', async (area) => {
    for (const start of [`/${area}`, `/${area}/wallet`]) {
      // The area `account` is tested with every suffix. The other areas are tested only with the suffixes that most
      // often mislead proxies.
      for (const ending of area === 'account' ? endings : endings.slice(0, 20)) {
        const path = start + ending;
        const answer = await get(path, player);
        expect([301, 400, 404], path).toContain(answer.status);
        expect(pages.get(answer.text), path).toBeUndefined();
        expect(answer.headers, path).not.toHaveProperty('set-cookie');
        expect(!isKept(answer) || isPublicNotFound(answer), path).toBe(true);
      }
    }
  });

  it('does not return the page of its parent path', async () => {
    for (const page of ['/faq', '/results', '/games/golden-keno', '/blogs/odds-explained', '/winners']) {
      for (const ending of endings.filter((each) => each !== '&x=.css')) {
        const path = page + ending;
        const answer = await get(path, {});
        expect([301, 400, 404], path).toContain(answer.status);
        expect(pages.get(answer.text), path).toBeUndefined();
        const location = answer.headers.location ?? '/';
        expect(location, path).toMatch(/^\/(?![/\\])/);
        expect((await get(location, {})).headers.location, path).toBeUndefined();
      }
    }
  });

  it('does not reach a private area through parent folders', async () => {
    for (const path of dots) {
      const answer = await get(path, player);
      expect([301, 400, 404], path).toContain(answer.status);
      expect(isKept(answer) && answer.headers.location === '/account', path).toBe(false);
    }
  });
});

describe('private area', () => {
  const paths = ['', '/', '/wallet', '/wallet?tab=1', '/results', '/latest.json', '/sitemap.xml'];

  it.each(privateAreas)('is never cacheable, for any client or spelling: /%s', async (area) => {
    // The pages `search` and `excluded` are public, but no cache may store them. The address of `search` contains what
    // a visitor typed, and `excluded` names the end of one player's exclusion.
    const isPublic = area === 'search' || area === 'excluded';
    const statuses = isPublic ? [200, 301, 404, 405] : [301, 303, 404, 405];
    const names = [area, area.toUpperCase(), `%${area.charCodeAt(0).toString(16)}${area.slice(1)}`];
    for (const name of names) {
      for (const rest of paths) {
        for (const headers of [{}, player]) {
          const path = `/${name}${rest}`;
          const answer = await get(path, headers);
          // A page that requires a login answers visitors with a 303 to the login page. This answer also deletes a
          // session cookie that cannot be decrypted.
          expect(statuses, path).toContain(answer.status);
          expect(answer.headers['cache-control'], path).toMatch(/^(?:private, )?no-store$/);
          const setsCookie = answer.status === 303 ? [] : ['set-cookie'];
          for (const header of ['cdn-cache-control', 'cache-tag', 'etag', 'cache-status', ...setsCookie])
            expect(answer.headers, path).not.toHaveProperty(header);
        }
      }
    }
  });

  it('is listed in docker/varnish.vcl', async () => {
    const rules = await readFile(new URL('../../../docker/varnish.vcl', import.meta.url), 'utf8');
    const [, names = ''] = /req\.url ~ "[^"]*\(\?:((?:[a-z-]+\|)*account(?:\|[a-z-]+)*)\)/.exec(rules) ?? [];
    expect(names.split('|')).toEqual(expect.arrayContaining([...privateAreas]));
  });

  it('is not cacheable even if a route sets public cache headers', async () => {
    const { app } = await buildApp(site.deps);
    const open = {
      'cache-control': 'public, max-age=60',
      'cdn-cache-control': 'max-age=60',
      'cache-tag': 'a',
    };
    app.get('/account/careless', (_request, reply) => reply.headers(open).send('yours'));
    app.get('/hi/account/careless', (_request, reply) => reply.headers(open).send('yours'));
    app.get('/careful', (_request, reply) => reply.headers(open).send('ours'));
    app.get('/silent', (_request, reply) => reply.send('somebody’s'));
    app.get('/baker', (_request, reply) =>
      reply.headers(open).header('set-cookie', 'a=1').send('somebody’s'),
    );
    try {
      const cachingHeaders = async (url: string) => {
        const { headers } = await app.inject({ url, headers: player });
        return [headers['cache-control'], headers['cdn-cache-control'], headers['cache-tag']];
      };
      const privateHeaders = ['private, no-store', undefined, undefined];
      expect(await cachingHeaders('/account/careless')).toEqual(privateHeaders);
      expect(await cachingHeaders('/account/careless?x=.css')).toEqual(privateHeaders);
      expect(await cachingHeaders('/silent')).toEqual(privateHeaders);
      expect(await cachingHeaders('/baker')).toEqual(privateHeaders);
      expect(await cachingHeaders('/careful')).toEqual(['public, max-age=60', 'max-age=60', 'a']);
    } finally {
      await app.close();
    }
  });
});

it('a public page is identical for visitors and players, and cacheable', async () => {
  for (const [text, path] of pages) {
    const answer = await ask(site.origin, path, { headers: player });
    expect(answer.text === text, path).toBe(true);
    expect(answer.headers['cache-control'], path).toMatch(/^public, /);
    expect(answer.headers, path).not.toHaveProperty('set-cookie');
  }
});
