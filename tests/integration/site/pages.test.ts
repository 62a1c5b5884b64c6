import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishIn, isPhrase, quoted, shownTexts } from '../../helpers/english.ts';
import { ask } from '../../helpers/http.ts';
import { byTag, elementsOf, parseMarkup } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import {
  type Crawl,
  type CrawledPage,
  type CrawledSite,
  canonicalOf,
  crawl,
  isIndexed,
  languageOf,
  metaContent,
  only,
} from './crawl.ts';
import { testLinks } from './link-tests.ts';
import { testSinglePages } from './single-page-tests.ts';

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

const crawledSite = (): CrawledSite => ({ platform, site, siteUrl, crawled, languages });
testLinks(crawledSite);
testSinglePages(crawledSite);

/** Maps the type of each JSON-LD object of a page to the object. */
const structuredData = (page: CrawledPage) =>
  new Map(
    only(page, 'script')
      .filter(({ attributes }) => attributes['type'] === 'application/ld+json')
      .map(({ text }) => JSON.parse(text))
      .map((data) => [String(data['@type']), data]),
  );

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
