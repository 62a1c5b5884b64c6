import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { menuPaths } from '../../../server/pages/frame.ts';
import { matchPath } from '../../../server/pages/match-path.ts';
import { resourceEntries } from '../../../shared/resources.ts';
import { englishIn, isPhrase, quoted, shownTexts } from '../../helpers/english.ts';
import { ask } from '../../helpers/http.ts';
import { byTag, elementsOf, parseMarkup } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { type Crawl, type CrawledPage, crawl } from './crawl.ts';

const siteUrl = 'https://lotto.example';
let platform: TestPlatform;
let site: TestSite;
let crawled: Crawl;

beforeAll(async () => {
  // The clock is fixed, so that no draw and no expiry happens between two requests.
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  site = await startSite({ platform, clock: platform.clock, env: { SITE_URL: siteUrl } });
  crawled = await crawl(
    site.origin,
    siteUrl,
    languages().map((prefix) => prefix || '/'),
  );
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

/** Returns the path prefix of each language of the site. */
const languages = () => site.deps.config.boot.languages.map(({ code }) => (code === 'en' ? '' : `/${code}`));
/** Returns the prefix of the language in a path. */
const languageOf = (path: string): string => /^\/(?:hi|pt|nb)(?=\/|$)/.exec(path)?.[0] ?? '';
/** Whether the path is that of a draw, or of a further page of a list. The crawl visits only some of these pages. */
const isUnvisited = (path: string): boolean => /\/\d+$|[?&]cursor=/.test(path);

/** Returns the name of the route that serves a path. The prefix of the language and the query are ignored. */
const resourceAt = (path: string, prefix: string): string | undefined => {
  const [pathname = ''] = path.slice(prefix.length).split('?');
  return matchPath(pathname.split('/').filter(Boolean))?.name;
};

/** Returns one path for each kind of page. */
const kinds = () => {
  const draw = [...crawled.pages.keys()].find((path) => /^\/results\/golden-keno\/\d+$/.test(path));
  const lists = ['/', '/results', '/results?game=keno', '/winners', '/games', '/blogs', '/promotions'];
  const items = [draw ?? '/no-draw-is-linked', '/games/golden-keno', '/faq'];
  return [...lists, ...items, '/results/latest.json', '/sitemap.xml'];
};
const only = (page: CrawledPage, tag: string) => byTag(page.root, tag);
const metaContent = (page: CrawledPage, name: string): string =>
  only(page, 'meta').find(({ attributes }) => attributes['name'] === name)?.attributes['content'] ?? '';
const isIndexed = (page: CrawledPage): boolean => !metaContent(page, 'robots').includes('noindex');
/** Maps the type of each JSON-LD object of a page to the object. */
const structuredData = (page: CrawledPage) =>
  new Map(
    only(page, 'script')
      .filter(({ attributes }) => attributes['type'] === 'application/ld+json')
      .map(({ text }) => JSON.parse(text))
      .map((data) => [String(data['@type']), data]),
  );
const canonicalOf = (page: CrawledPage) =>
  only(page, 'link').find(({ attributes }) => attributes['rel'] === 'canonical')?.attributes['href'];

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
      expect(pages.map(([name]) => name).filter((name) => !reached.has(name) && !unlinked.has(name))).toEqual(
        [],
      );
      const listed = (await readSitemap('/sitemap-pages.xml')).map(({ path }) => path);
      const expected = listed.filter((path) => languageOf(path) === prefix);
      expect(expected.length).toBeGreaterThan(40);
      expect(expected.filter((path) => !own.includes(path))).toEqual([]);
    },
  );

  it('lead to at least one file of each kind', () => {
    const linked = new Set([...crawled.files.keys()].map((path) => resourceAt(path, languageOf(path))));
    const files = resourceEntries.filter(([, { type }]) => type === 'file').map(([name]) => name);
    // No page links to these files. Scripts request `latest` and `drawRecord`. The file robots.txt and the sitemap list
    // the sitemap files.
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

describe('home page', () => {
  it('lists the jackpot first, then the upcoming draws with the largest prizes', () => {
    const home = crawled.pages.get('/');
    if (!home) throw new Error('The home page was not crawled');
    const cards = elementsOf(home.root).filter(
      ({ attributes }) => attributes['class'] === 'upcoming-card__money',
    );
    const [jackpot = 0, ...others] = cards.map(({ text }) => Number(text.replaceAll(/[^\d.]/g, '')));
    expect(home.answer.text).toContain(
      `<p class="upcoming-card__money">${cards[0]?.text}</p><p class="upcoming-card__label">Jackpot</p>`,
    );
    expect(jackpot).toBeGreaterThan(0);
    expect(others).toEqual(others.toSorted((one, other) => other - one));
    expect(others).toHaveLength(6);
  });
});

describe('lists of promotions and articles', () => {
  it('show a different illustration for each item', () => {
    for (const [path, count] of [
      ['/promotions', 4],
      ['/blogs', 6],
    ] as const) {
      const drawings = crawled.pages.get(path)?.answer.text.match(/<svg class="art".*?<\/svg>/gs) ?? [];
      expect(new Set(drawings).size, path).toBe(count);
    }
  });

  it('show the value and the end of each promotion in the language of the page', () => {
    const expected = {
      '': ['₹50 bonus', 'Until 31 January 2027', 'No end date'],
      '/hi': ['₹50 का बोनस', '31 जनवरी 2027 तक', 'कोई अंतिम तारीख़ नहीं'],
      '/pt': ['50\u00a0₹ de bónus', 'Até 31 de janeiro de 2027', 'Sem data de fim'],
      '/nb': ['50\u00a0₹ i bonus', 'Til 31. januar 2027', 'Ingen sluttdato'],
    };
    for (const [prefix, [value, until, endless]] of Object.entries(expected)) {
      const page = crawled.pages.get(`${prefix}/promotions`);
      const textsOf = (name: string) =>
        page
          ? elementsOf(page.root).flatMap((each) => (each.attributes['class'] === name ? each.text : []))
          : [];
      expect(textsOf('teaser__value')).toHaveLength(4);
      expect(textsOf('teaser__value')[0]).toBe(value);
      expect(textsOf('teaser__date')).toEqual([until, endless, endless, until]);
    }
  });
});

/** Returns the number of spots (chosen numbers) in each row, for each keno prize table of a section. */
const spotsIn = (path: string, id: string) => {
  const page = crawled.pages.get(path);
  if (!page) throw new Error(`${path} was not crawled`);
  const part = elementsOf(page.root).find(({ attributes }) => attributes['id'] === id);
  return byTag(part ?? page.root, 'tbody').map(({ children }) =>
    children.map(({ text }) => /of (\d+)/.exec(text)?.[1] ?? ''),
  );
};

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

describe('keno prize tables', () => {
  it('group prizes by the number of spots, and split no group between two tables', () => {
    const game = spotsIn('/games/golden-keno', 'prizes');
    expect(game.map((spots) => new Set(spots).size)).toEqual(Array(10).fill(1));
    const draw = spotsIn(kinds().find((path) => path.startsWith('/results/golden-keno/')) ?? '', 'winners');
    expect(Math.max(...draw.map(({ length }) => length))).toBeLessThanOrEqual(13);
    const places = draw.flatMap((spots) => Array.from(new Set(spots)));
    expect(places).toEqual([...new Set(places)]);
  });
});

describe('every page', () => {
  it('has one h1 and no duplicate id', () => {
    for (const page of crawled.pages.values()) {
      expect(only(page, 'h1'), page.path).toHaveLength(1);
      const ids = elementsOf(page.root).flatMap(({ attributes }) => attributes['id'] ?? []);
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        page.path,
      ).toEqual([]);
    }
  });

  it('shows neither the key of a text nor a placeholder', () => {
    for (const page of crawled.pages.values()) {
      const wrong = shownTexts(page.root).filter(
        (text) => /^[a-z_]+(?:\.[\w-]+)+$|\{\{|\}\}|\$t\(/.test(text) && !quoted.has(text),
      );
      expect(wrong, page.path).toEqual([]);
    }
  });

  it('has a unique title and description', () => {
    // Check each page only at its canonical address. Skip a page with a query if search engines may not index it,
    // because its title is that of the page without the query.
    const listed = [...crawled.pages.values()].filter(
      (page) =>
        canonicalOf(page) === `${siteUrl}${page.path}` && (isIndexed(page) || !page.path.includes('?')),
    );
    const indexed = listed.filter(isIndexed);
    expect(indexed.length).toBeGreaterThan(30);
    const checks: [CrawledPage[], (page: CrawledPage) => string][] = [
      [listed, (page) => only(page, 'title')[0]?.text ?? ''],
      [indexed, (page) => metaContent(page, 'description')],
    ];
    for (const [pages, textOf] of checks) {
      const byText = Map.groupBy(pages, textOf);
      expect(byText.get('')?.map(({ path }) => path) ?? []).toEqual([]);
      const shared = [...byText].filter(([, alike]) => alike.length > 1);
      expect(shared.map(([text, alike]) => `${text}: ${alike.map(({ path }) => path).join(' ')}`)).toEqual(
        [],
      );
    }
  });

  it('has a title of at most 70 characters', () => {
    const titles = [...crawled.pages.values()].map((page) => only(page, 'title')[0]?.text ?? '');
    expect(titles.filter((title) => title.length > 70)).toEqual([]);
  });

  it('has a canonical URL that returns the same page', async () => {
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

  it('describes its breadcrumbs as JSON-LD if search engines may index it', () => {
    for (const page of crawled.pages.values()) {
      const shown = elementsOf(page.root).filter(({ attributes }) => attributes['class'] === 'breadcrumbs');
      const items: { name: string; item?: string }[] =
        structuredData(page).get('BreadcrumbList')?.itemListElement ?? [];
      const links = isIndexed(page) ? shown.flatMap((list) => byTag(list, 'li')) : [];
      expect(
        items.map(({ name, item }) => [name, item?.slice(siteUrl.length)]),
        page.path,
      ).toEqual(links.map((link) => [link.text, byTag(link, 'a')[0]?.attributes['href']]));
    }
  });

  it('describes its organisation, draw, article or questions as JSON-LD in its language', () => {
    for (const { code } of site.deps.config.boot.languages) {
      const prefix = code === 'en' ? '' : `/${code}`;
      const dataOf = (path: string, type: string) => {
        const page = crawled.pages.get(`${prefix}${path}` || '/');
        if (!page) throw new Error(`The crawl did not find ${prefix}${path}`);
        return { data: structuredData(page).get(type), page };
      };
      const home = prefix ? '' : '/';
      expect(dataOf(home, 'Organization').data).toMatchObject({ name: 'Golden Lotto', url: `${siteUrl}/` });
      expect(dataOf(home, 'WebSite').data).toMatchObject({ inLanguage: code });
      const game = dataOf('/games/golden-keno', 'Event');
      const address = canonicalOf(game.page);
      expect(game.data).toMatchObject({ inLanguage: code, location: { url: address } });
      expect(Date.parse(game.data.startDate)).toBeGreaterThan(platform.clock.now().getTime());
      const drawPath = [...crawled.pages.keys()].find(
        (path) => languageOf(path) === prefix && /\/results\/golden-keno\/\d+$/.test(path),
      );
      const draw = dataOf((drawPath ?? '').slice(prefix.length), 'Event');
      expect(draw.data).toMatchObject({
        inLanguage: code,
        startDate: only(draw.page, 'time')[0]?.attributes['dateTime'],
        eventStatus: 'https://schema.org/EventScheduled',
        image: `${siteUrl}${drawPath}.png`,
        location: { url: `${siteUrl}${drawPath}` },
      });
      expect(Date.parse(draw.data.startDate)).toBeLessThan(platform.clock.now().getTime());
      expect(dataOf('/blogs/odds-explained', 'Article').data).toMatchObject({
        inLanguage: code,
        headline: only(dataOf('/blogs/odds-explained', 'Article').page, 'h1')[0]?.text,
        datePublished: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        author: { name: expect.any(String) },
      });
      const faq = dataOf('/faq', 'FAQPage');
      const questions = byTag(faq.page.root, 'summary').map(({ text }) => text);
      const named: { name: string; acceptedAnswer: { text: string } }[] = faq.data.mainEntity;
      expect(named.length).toBeGreaterThan(10);
      expect(questions).toEqual(expect.arrayContaining(named.map(({ name }) => name)));
      for (const { acceptedAnswer } of named) expect(acceptedAnswer.text).toMatch(/^[^<]{10,}$/);
    }
  });

  it('shows when its text was published and last changed: /privacypolicy', () => {
    for (const prefix of languages()) {
      const page = crawled.pages.get(`${prefix}/privacypolicy`);
      if (!page) throw new Error(`The crawl did not find ${prefix}/privacypolicy`);
      const dates = elementsOf(page.root).filter(
        ({ attributes }) => attributes['class'] === 'page-head__date',
      );
      expect(
        dates.flatMap((line) => byTag(line, 'time').map(({ attributes }) => attributes['dateTime'])),
      ).toEqual(['2026-11-20', expect.stringMatching(/^2026-11-2[3-9]$/)]);
    }
  });

  it('has a link preview card that names its language and the other languages', () => {
    for (const page of crawled.pages.values()) {
      const properties = Map.groupBy(only(page, 'meta'), ({ attributes }) => attributes['property']);
      const contents = (name: string) =>
        properties.get(name)?.map(({ attributes }) => attributes['content']) ?? [];
      expect(metaContent(page, 'twitter:card'), page.path).toBe('summary_large_image');
      const [image] = contents('og:image');
      expect(image, page.path).toMatch(/^https:\/\/lotto\.example\/.*\.png(?:\?revision=\d)?$/);
      expect(contents('og:image:alt')[0]?.length, page.path).toBeGreaterThan(10);
      const [locale] = contents('og:locale');
      expect(locale?.slice(0, 2), page.path).toBe(only(page, 'html')[0]?.attributes['lang']);
      expect(new Set([locale, ...contents('og:locale:alternate')]), page.path).toEqual(
        new Set(site.deps.config.boot.languages.map((each) => each.locale.replace('-', '_'))),
      );
    }
  });

  it('sets no cookie, varies only by content coding, and has at most 50 cache tags', () => {
    for (const { path, answer } of crawled.pages.values()) {
      expect(answer.headers, path).not.toHaveProperty('set-cookie');
      expect(answer.headers['vary'], path).toBe('Accept-Encoding');
      const tags = String(answer.headers['cache-tag']);
      expect(tags.length, path).toBeLessThanOrEqual(4096);
      expect(tags.split(',').length, path).toBeLessThanOrEqual(50);
    }
  });

  it('has more than 100 words if the configuration lists it as static', () => {
    for (const { name, static: isStatic } of site.deps.config.boot.staticPages) {
      if (!isStatic || name === 'maintenance') continue;
      const page = crawled.pages.get(`/${name}`);
      const main = page && only(page, 'main')[0];
      expect(main?.text.split(/\s+/).length ?? 0, name).toBeGreaterThan(100);
    }
  });
});

/** Returns all texts of a page that contain at least two words. */
const phrasesOf = (page: CrawledPage): Set<string> => new Set(shownTexts(page.root).filter(isPhrase));

describe.each(['hi', 'pt', 'nb'])('pages in %s', (lang) => {
  it('exist for every English page', () => {
    const paths = [...crawled.pages.keys()];
    const missing = paths.filter(
      (path) =>
        !/^\/(?:hi|pt|nb)(?:\/|$)/.test(path) &&
        !/\/\d+$|[?&](?:cursor|to)=/.test(path) &&
        !crawled.pages.has(`/${lang}${path === '/' ? '' : path}`),
    );
    expect(missing).toEqual([]);
  });

  it('contain no English text', () => {
    const untranslated: string[] = [];
    for (const page of crawled.pages.values()) {
      const path = page.path.startsWith(`/${lang}/`) ? page.path.slice(3) : null;
      const english = path && crawled.pages.get(path);
      if (!english) continue;
      const phrases = phrasesOf(english);
      for (const phrase of phrasesOf(page))
        if (phrases.has(phrase)) untranslated.push(`${page.path} ${phrase}`);
      untranslated.push(...englishIn(page.root).map((text) => `${page.path} ${text}`));
    }
    expect(untranslated).toEqual([]);
  });

  it.each(['lucky symbols', 'golden jaldi', 'golden pick 3'])(
    'contain no English text in the search results for `%s`',
    async (keyword) => {
      const path = `/${lang}/search?keyword=${encodeURIComponent(keyword)}&category=results`;
      const answer = await ask(site.origin, path);
      const root = parseMarkup(answer.text);
      expect(byTag(root, 'h3').length).toBeGreaterThan(10);
      expect(englishIn(root)).toEqual([]);
    },
  );
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

const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1);

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
