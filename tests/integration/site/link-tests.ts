import { beforeAll, describe, expect, it } from 'vitest';
import { menuPaths } from '../../../server/pages/frame.ts';
import { matchPath } from '../../../server/pages/match-path.ts';
import { resourceEntries } from '../../../shared/resources.ts';
import { ask } from '../../helpers/http.ts';
import { byTag, elementsOf } from '../../helpers/markup.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import type { TestSite } from '../../helpers/site.ts';
import { type Crawl, type CrawledSite, canonicalOf, isIndexed, kindsOf, languageOf, only } from './crawl.ts';

/** Whether the path is that of a draw, or of a further page of a list. The crawl visits only some of these pages. */
const isUnvisited = (path: string): boolean => /\/\d+$|[?&]cursor=/.test(path);

/** Returns the name of the route that serves a path. The prefix of the language and the query are ignored. */
const resourceAt = (path: string, prefix: string): string | undefined => {
  const [pathname = ''] = path.slice(prefix.length).split('?');
  return matchPath(pathname.split('/').filter(Boolean))?.name;
};

const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1);

/**
 * Registers the tests of links and of the sitemap. `pages.test.ts` calls this function, because a crawl in a test file
 * of its own would take ten seconds of processor time.
 */
export function testLinks(started: () => CrawledSite): void {
  let platform: TestPlatform;
  let site: TestSite;
  let siteUrl: string;
  let crawled: Crawl;
  let languages: () => string[];
  beforeAll(() => {
    ({ platform, site, siteUrl, crawled, languages } = started());
  });

  const kinds = () => kindsOf(crawled);

  describe('links of the site', () => {
    it('point to pages that exist', () => {
      const wrong = [...crawled.pages.values()].filter(({ answer }) => answer.status !== 200);
      expect(wrong.map(({ path, answer }) => `${path} ${answer.status}`)).toEqual([]);
      expect(crawled.pages.size).toBeGreaterThan(40);
    });

    it.each(['', '/hi', '/pt', '/nb'])(
      'lead from the home page to every public page in the language of the home page: %s/',
      async (prefix) => {
        const own = [...crawled.pages.keys()].filter((path) => languageOf(path) === prefix);
        const reached = new Set(own.map((path) => resourceAt(path, prefix)));
        const pages = resourceEntries.filter(([, { type, who }]) => type === 'document' && who === 'anyone');
        // No page links to these routes. `gameResults` redirects, and links point directly to its target. The service
        // worker shows `offline`, and a form of the account area redirects to `excluded`.
        const unlinked = new Set(['gameResults', 'offline', 'excluded']);
        expect(
          pages.map(([name]) => name).filter((name) => !reached.has(name) && !unlinked.has(name)),
        ).toEqual([]);
        const listed = (await readSitemap('/sitemap-pages.xml')).map(({ path }) => path);
        const expected = listed.filter((path) => languageOf(path) === prefix);
        expect(expected.length).toBeGreaterThan(40);
        expect(expected.filter((path) => !own.includes(path))).toEqual([]);
      },
    );

    it('lead to at least one file of each kind', () => {
      const linked = new Set([...crawled.files.keys()].map((path) => resourceAt(path, languageOf(path))));
      const files = resourceEntries.filter(([, { type }]) => type === 'file').map(([name]) => name);
      // No page links to these files. Scripts request `latest` and `drawRecord`. The file robots.txt and the sitemap
      // list the sitemap files.
      const unlinked = new Set(['latest', 'drawRecord', 'sitemap', 'sitemapOfPages', 'sitemapOfDraws']);
      expect(files.filter((name) => !linked.has(name) && !unlinked.has(name))).toEqual([]);
    });

    it('to another language lead to an existing page in that language', () => {
      const missing = [...crawled.translations].filter(
        ([path]) => !crawled.pages.has(path) && !isUnvisited(path),
      );
      expect(missing).toEqual([]);
      expect(new Set([...crawled.translations.keys()].map(languageOf))).toEqual(new Set(languages()));
    });

    it('work for every path in the resource table and the configuration', async () => {
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

    it('point to assets that exist', async () => {
      const files = [...crawled.files.keys()];
      expect(files.some((file) => file.endsWith('.js'))).toBe(true);
      expect(files.some((file) => file.endsWith('.css'))).toBe(true);
      const wrong: string[] = [];
      for (const file of files) {
        const answer = await ask(site.origin, file);
        if (answer.status !== 200)
          wrong.push(`${file} ${answer.status}, named by ${crawled.files.get(file)}`);
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

    it('with a fragment point to an existing section', () => {
      const missing = [...crawled.fragments].filter(([target]) => {
        const [path = '', fragment = ''] = target.split('#');
        const page = crawled.pages.get(path);
        // The crawl does not visit all draw pages. Links to a section of a page that was not visited are not checked.
        return page && !elementsOf(page.root).some(({ attributes }) => attributes['id'] === fragment);
      });
      expect(missing).toEqual([]);
    });

    it('are never empty or a bare `#`', () => {
      const empty = [...crawled.pages.values()].flatMap((page) =>
        only(page, 'a').filter(({ attributes }) => !attributes['href'] || attributes['href'] === '#'),
      );
      expect(empty).toEqual([]);
    });
  });

  describe('page of older results', () => {
    it('keeps its cursor in the links to other languages', () => {
      const older = [...crawled.pages.values()].filter(({ path }) => path.includes('cursor='));
      expect(older.length).toBeGreaterThan(8);
      for (const page of older) {
        const own = page.path.slice(languageOf(page.path).length);
        const links = only(page, 'a').filter(({ attributes }) => attributes['rel'] === 'alternate');
        expect(links.map(({ attributes }) => attributes['href'])).toEqual(
          languages().map((prefix) => prefix + own),
        );
        expect(canonicalOf(page)).not.toContain('cursor');
      }
    });
  });

  describe('winners page for one game', () => {
    it.each(['', '/hi', '/pt', '/nb'])('shows only wins of that game, in %s/', async (prefix) => {
      const path = `${prefix}/winners?game=daily`;
      const page = crawled.pages.get(path);
      if (!page) throw new Error(`No link leads to ${path}`);
      expect(canonicalOf(page)).toBe(siteUrl + path);
      const [main = page.root] = only(page, 'main');
      const draws = byTag(main, 'a')
        .flatMap(({ attributes }) => attributes['href'] ?? [])
        .filter((href) => /\/results\/.*\d$/.test(href));
      expect(draws.length).toBeGreaterThan(2);
      expect(draws.filter((href) => !href.startsWith(`${prefix}/results/golden-daily/`))).toEqual([]);
      expect((await ask(site.origin, `${prefix}/winners?game=roulette`)).status).toBe(404);
    });
  });

  /** Returns the addresses in a sitemap, each with the time of its last change. */
  const readSitemap = async (path: string) => {
    const { text, status, headers } = await ask(site.origin, path);
    expect(`${path} ${status} ${headers['content-type']}`).toBe(`${path} 200 application/xml; charset=utf-8`);
    const entries = text.matchAll(/<loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?/g);
    return Array.from(entries, ([, url = '', changedAt]) => ({
      path: url.slice(siteUrl.length) || '/',
      changedAt,
    }));
  };

  describe('sitemap', () => {
    it('lists every public page, and each listed page exists', async () => {
      const robots = await ask(site.origin, '/robots.txt');
      expect(robots.text).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
      const paths = (await readSitemap('/sitemap-pages.xml')).map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
      for (const path of paths) {
        const page = await ask(site.origin, path);
        expect(`${path} ${page.status}`).toBe(`${path} 200`);
        expect(page.text, path).not.toContain('noindex');
      }
      const inMenus = menuPaths(site.deps.config).flatMap((path) => crawled.pages.get(path) ?? []);
      expect(inMenus.length).toBeGreaterThan(20);
      expect(paths).toEqual(expect.arrayContaining(inMenus.filter(isIndexed).map(({ path }) => path)));
      const lists = [...crawled.pages.values()].filter(
        (page) =>
          /\/(?:results|winners)\?/.test(page.path) &&
          canonicalOf(page) === siteUrl + page.path &&
          isIndexed(page),
      );
      expect(lists).toHaveLength(2 * 7 * languages().length);
      expect(paths).toEqual(expect.arrayContaining(lists.map(({ path }) => path)));
    });

    it('lists every published draw in each language, in files that the index names', async () => {
      const files = (await readSitemap('/sitemap.xml')).map(({ path }) => path);
      expect(files).toContain('/sitemap-pages.xml');
      for (const game of ['golden-keno', 'golden-jaldi']) {
        const ofGame = files.filter((path) => path.startsWith(`/sitemap-${game}-`));
        const listed = (await Promise.all(ofGame.map(readSitemap))).flat();
        const gameId = game.replace('golden-', '');
        const { body } = await platform.call('draws/published', { gameId, from: 1, count: 2500 });
        const draws = body.data && 'draws' in body.data ? body.data.draws : [];
        expect(draws.length).toBeGreaterThan(100);
        const expected = ['', '/hi', '/pt', '/nb'].flatMap((prefix) =>
          draws.map(({ drawNumber, changedAt }) => ({
            path: `${prefix}/results/${game}/${drawNumber}`,
            changedAt,
          })),
        );
        expect(listed.toSorted(byPath)).toEqual(expected.toSorted(byPath));
        const [first, last] = [listed[0]?.path ?? '', listed.at(-1)?.path ?? ''];
        for (const path of [first, last]) expect((await ask(site.origin, path)).status, path).toBe(200);
      }
    });

    it('returns 404 for files of unknown games and of draws that do not exist', async () => {
      const names = [
        'sitemap-golden-keno-0',
        'sitemap-golden-keno-999',
        'sitemap-golden-keno-03',
        'sitemap-x-1',
      ];
      for (const name of [...names, 'nothing'])
        expect((await ask(site.origin, `/${name}.xml`)).status, name).toBe(404);
    });
  });
}
