import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { menuPaths } from '../../../server/page-data/frame.ts';
import { type Answer, ask } from '../../helpers/http.ts';
import { byTag, elementsOf } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { type Crawl, type CrawledPage, crawl } from './crawl.ts';

const siteUrl = 'https://lotto.example';
let platform: TestPlatform;
let site: TestSite;
let crawled: Crawl;

beforeAll(async () => {
  // Time stands still: between two looks at a page nothing is drawn, and no lifetime ends.
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  site = await startSite({ platform, clock: platform.clock, env: { SITE_URL: siteUrl } });
  crawled = await crawl(site.origin, siteUrl);
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

/** One address for each kind of page. */
const kinds = () => {
  const draw = [...crawled.pages.keys()].find((path) => /^\/results\/golden-keno\/\d+$/.test(path));
  const lists = ['/', '/results', '/results?game=keno', '/winners', '/games', '/blogs', '/promotions'];
  const items = [draw ?? '/no-draw-is-linked', '/games/golden-keno', '/faq'];
  return [...lists, ...items, '/results/latest.json', '/sitemap.xml'];
};
const only = (page: CrawledPage, tag: string) => byTag(page.root, tag);
const metaContent = (page: CrawledPage, name: string): string =>
  only(page, 'meta').find(({ attributes }) => attributes['name'] === name)?.attributes['content'] ?? '';
const canonicalOf = (page: CrawledPage) =>
  only(page, 'link').find(({ attributes }) => attributes['rel'] === 'canonical')?.attributes['href'];

describe('everything that links lead to', () => {
  it('is there: pages', () => {
    const wrong = [...crawled.pages.values()].filter(({ answer }) => answer.status !== 200);
    expect(wrong.map(({ path, answer }) => `${path} ${answer.status}`)).toEqual([]);
    expect(crawled.pages.size).toBeGreaterThan(40);
  });

  it('is there: every page of the menus, of the table of pages and of the configuration', async () => {
    const { boot } = site.deps.config;
    const paths = [
      ...kinds(),
      ...boot.staticPages.map(({ name }) => (name === 'home' ? '/' : `/${name}`)),
      '/robots.txt',
      '/site.webmanifest',
    ];
    const answers = await Promise.all(paths.map((path) => ask(site.origin, path)));
    expect(answers.map(({ status }, index) => `${paths[index]} ${status}`)).toEqual(
      paths.map((path) => `${path} 200`),
    );
  });

  it('is there: styles, scripts, pictures, and the fonts that the styles name', async () => {
    const files = [...crawled.files.keys()];
    expect(files.some((file) => file.endsWith('.js'))).toBe(true);
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);
    const wrong: string[] = [];
    for (const file of files) {
      const answer = await ask(site.origin, file);
      if (answer.status !== 200) wrong.push(`${file} ${answer.status}, named by ${crawled.files.get(file)}`);
      if (!file.endsWith('.css')) continue;
      for (const [, url = ''] of answer.text.matchAll(/url\(["']?([^"')]+)/g)) {
        if (url.startsWith('data:') || url.startsWith('#')) continue;
        const named = new URL(url, `${siteUrl}${file}`).pathname;
        const { status } = await ask(site.origin, named);
        if (status !== 200) wrong.push(`${named} ${status}, named by ${file}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has the section that the link names', () => {
    const missing = [...crawled.fragments].filter(([target]) => {
      const [path = '', fragment = ''] = target.split('#');
      const page = crawled.pages.get(path);
      // Of the draws only some are looked at.
      return page && !elementsOf(page.root).some(({ attributes }) => attributes['id'] === fragment);
    });
    expect(missing).toEqual([]);
  });

  it('has no link to the bare page of a result type or to nothing', () => {
    const empty = [...crawled.pages.values()].flatMap((page) =>
      only(page, 'a').filter(({ attributes }) => !attributes['href'] || attributes['href'] === '#'),
    );
    expect(empty).toEqual([]);
  });
});

describe('each page', () => {
  it('has one h1, and an id only once', () => {
    for (const page of crawled.pages.values()) {
      expect(only(page, 'h1'), page.path).toHaveLength(1);
      const ids = elementsOf(page.root).flatMap(({ attributes }) => attributes['id'] ?? []);
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        page.path,
      ).toEqual([]);
    }
  });

  it('has a title and a description that no other page has', () => {
    // What a search engine may list: each under its one proper address.
    const listed = [...crawled.pages.values()].filter(
      (page) =>
        !metaContent(page, 'robots').includes('noindex') && canonicalOf(page) === `${siteUrl}${page.path}`,
    );
    expect(listed.length).toBeGreaterThan(30);
    for (const of of [
      (page: CrawledPage) => only(page, 'title')[0]?.text ?? '',
      (page: CrawledPage) => metaContent(page, 'description'),
    ]) {
      const byText = Map.groupBy(listed, of);
      expect(byText.get('')?.map(({ path }) => path) ?? []).toEqual([]);
      const shared = [...byText].filter(([, pages]) => pages.length > 1);
      expect(shared.map(([text, pages]) => `${text}: ${pages.map(({ path }) => path).join(' ')}`)).toEqual(
        [],
      );
    }
  });

  it('names its one proper address, which answers with the same page', async () => {
    const canonicals = new Set<string>();
    for (const page of crawled.pages.values()) {
      const canonical = canonicalOf(page);
      expect(canonical, page.path).toMatch(/^https:\/\/lotto\.example(?:\/|$)/);
      canonicals.add(canonical ?? '');
    }
    for (const canonical of canonicals) {
      const { status } = await ask(site.origin, canonical.slice(siteUrl.length) || '/');
      expect(`${canonical} ${status}`).toBe(`${canonical} 200`);
    }
  });

  it('has its text, for every static page of the configuration', () => {
    for (const { name, static: isStatic } of site.deps.config.boot.staticPages) {
      if (!isStatic || name === 'maintenance') continue;
      const page = crawled.pages.get(`/${name}`);
      const main = page && only(page, 'main')[0];
      expect(main?.text.split(/\s+/).length ?? 0, name).toBeGreaterThan(100);
    }
  });
});

const directives = (header: string | undefined): Map<string, string> =>
  new Map(
    (header ?? '').split(', ').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=');
      return [name, value];
    }),
  );

const expectPublicHeaders = ({ headers }: Answer, path: string): void => {
  const cacheControl = directives(headers['cache-control']);
  expect([...cacheControl.keys()], path).toEqual([
    'public',
    'max-age',
    's-maxage',
    'stale-while-revalidate',
    'stale-if-error',
  ]);
  expect(cacheControl.get('max-age'), path).toBe('0');
  expect(Number(cacheControl.get('s-maxage')), path).toBeGreaterThan(0);
  expect(Number(cacheControl.get('stale-if-error')), path).toBeGreaterThan(86_400);
  const forCdn = directives(String(headers['cdn-cache-control']));
  expect(forCdn.get('max-age'), path).toBe(cacheControl.get('s-maxage'));
  expect(forCdn.get('stale-if-error'), path).toBe(cacheControl.get('stale-if-error'));
  const tags = String(headers['cache-tag']);
  expect(tags.length, path).toBeLessThanOrEqual(4096);
  expect(tags.split(',').length, path).toBeLessThanOrEqual(50);
  expect(tags, path).toMatch(/^[A-Za-z0-9._:*-]+(?:,[A-Za-z0-9._:*-]+)*$/);
  expect(headers['vary'], path).toBe('Accept-Encoding');
  expect(headers, path).not.toHaveProperty('set-cookie');
};

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

describe('what goes out with a page', () => {
  it('tells caches on the way how long, and which tags', async () => {
    for (const path of kinds()) expectPublicHeaders(await ask(site.origin, path), path);
    for (const { path, answer } of crawled.pages.values()) expectPublicHeaders(answer, path);
  });

  it('guards the reader, on files and refusals too', async () => {
    const asset = [...crawled.files.keys()].find((file) => file.endsWith('.js')) ?? '';
    const others = [
      asset,
      '/robots.txt',
      '/nowhere/at/all',
      '/%zz',
      '/healthz',
      '/locale/en.json',
      '/favicon.svg',
    ];
    for (const path of [...kinds(), ...others]) expectSafeHeaders(await ask(site.origin, path), path);
    for (const method of ['POST', 'DELETE', 'OPTIONS'])
      expectSafeHeaders(await ask(site.origin, '/', { method }), method);
  });

  it('comes in three codings that are the same document, each with its own strong tag', async () => {
    for (const path of kinds()) {
      // The first asker is sent the bytes while they are made, before anyone can know their tag.
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

  it('is not sent again to who has it', async () => {
    for (const path of kinds()) {
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

  it('has the same head for HEAD, and no body', async () => {
    for (const path of kinds()) {
      const get = await ask(site.origin, path);
      const head = await ask(site.origin, path, { method: 'HEAD' });
      expect(head.bytes, path).toHaveLength(0);
      for (const name of ['content-type', 'content-length', 'etag', 'cache-tag', 'vary'])
        expect(head.headers[name], `${name} of ${path}`).toEqual(get.headers[name]);
    }
  });

  it('is whole whatever range is asked for', async () => {
    for (const path of kinds()) {
      const whole = await ask(site.origin, path);
      const ranged = await ask(site.origin, path, {
        headers: { range: 'bytes=0-9', 'if-range': whole.headers.etag },
      });
      expect(ranged.status, path).toBe(200);
      expect(ranged.bytes.equals(whole.bytes), path).toBe(true);
    }
  });

  it('says whether it came from memory', async () => {
    const cold = await ask(site.origin, '/results?from=2026-11-20');
    expect(cold.headers['cache-status']).toBe('golden-lotto; fwd=uri-miss; stored');
    // Who comes while its kept form is still being made waits for that, and is told so.
    await ask(site.origin, '/results?from=2026-11-20');
    const warm = await ask(site.origin, '/results?from=2026-11-20');
    expect(warm.headers['cache-status']).toMatch(/^golden-lotto; hit; ttl=\d+$/);
    expect(warm.text).toBe(cold.text);
  });
});

describe('search engines', () => {
  it('find every public page in the sitemap, and each of them answers', async () => {
    const robots = await ask(site.origin, '/robots.txt');
    expect(robots.text).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
    const { text, headers } = await ask(site.origin, '/sitemap.xml');
    expect(headers['content-type']).toContain('xml');
    const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, url = '']) => url.slice(siteUrl.length) || '/',
    );
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) {
      const page = await ask(site.origin, path);
      expect(`${path} ${page.status}`).toBe(`${path} 200`);
      expect(page.text, path).not.toContain('noindex');
    }
    expect(paths).toEqual(expect.arrayContaining(menuPaths(site.deps.config)));
  });
});
