import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { illustrations } from '../../../platform/content/front-matter.ts';
import { createContentService } from '../../../platform/content/service.ts';
import { catalogue } from '../../../platform/games/catalogue.ts';
import type { ContentItem } from '../../../shared/contract/content.ts';
import { ContentPage } from '../../../shared/contract/content.ts';
import { resources } from '../../../shared/resources.ts';

const contentDir = join(import.meta.dirname, '../../../platform/content');
const content = createContentService({
  contentDir,
  watch: false,
  onFault: (error) => {
    throw error;
  },
});
const languages = readdirSync(contentDir, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

const staticPages = [
  'home',
  'results',
  'winners',
  'winnerstories',
  'games',
  'aboutus',
  'blogs',
  'media',
  'healthyplay',
  'contactus',
  'faq',
  'legal',
  'publicnotice',
  'termsandconditions',
  'privacypolicy',
  'promotions',
  'maintenance',
  'loginPopupContent',
  'signupPopupContent',
  'search',
];
/** The slug and the gameId of each game. The gameId is also the file name of the game's emblem. */
const games = catalogue.map(({ slug, gameId }) => [slug, gameId]);
const groups = ['games', 'blogs', 'promotions'];

const itemsOf = (lang: string, name: string): ContentItem[] => {
  const answer = content.page(lang, name);
  return answer === null ? [] : ContentPage.parse(JSON.parse(answer.body)).cmsData.jsonData;
};
const itemNames = (lang: string) =>
  groups.flatMap((group) =>
    itemsOf(lang, group)
      .slice(1)
      .map((item) => `${group}-${item.slug}`),
  );
const namesOf = (lang: string) => [...staticPages, ...itemNames(lang)];
const every = languages.flatMap((lang) => namesOf(lang).map((name) => [lang, name] as const));

const htmlOf = (lang: string, name: string): string =>
  itemsOf(lang, name)
    .map((item) => item.content.rendered)
    .join('\n');

/** Returns the path of the page that shows a text. */
const pathOf = (name: string): string => {
  if (name === 'home') return '/';
  const group = groups.find((candidate) => name.startsWith(`${candidate}-`));
  return group === undefined ? `/${name}` : `/${group}/${name.slice(group.length + 1)}`;
};
/** Texts that the site uses although no page contains a link to them. */
const unlinked = new Set(['maintenance', 'loginPopupContent', 'signupPopupContent', 'search']);
/** Pages that have no text in the CMS, but to which texts of the CMS link. */
const pagesWithoutText = new Set<string>([
  resources.fairness.path,
  resources['claim-status'].path,
  resources.limits.path,
]);

const wordsIn = (html: string): number =>
  html
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word)).length;

const whole = (value: number): string => new Intl.NumberFormat('en-IN').format(Math.round(value));
const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);

describe('content files of the repository', () => {
  test.each(languages.flatMap((lang) => staticPages.map((name) => [lang, name] as const)))(
    'contain the %s version of the page %s',
    (lang, name) => {
      const [page] = itemsOf(lang, name);
      expect(page?.slug).toBe(name);
      expect(page?.content.rendered).not.toBe('');
    },
  );

  test.each(languages)('contain every game in %s, in the order of the catalogue', (lang) => {
    const listed = itemsOf(lang, 'games').slice(1);
    expect(listed.map((item) => [item.slug, item.featured_image])).toEqual(games);
  });

  test.each(languages)('contain the blogs, the promotions and the home page in %s', (lang) => {
    expect(itemsOf(lang, 'blogs').length).toBeGreaterThanOrEqual(7);
    expect(itemsOf(lang, 'promotions').length).toBeGreaterThanOrEqual(5);
    expect(itemsOf(lang, 'home').map((item) => item.slug)).toEqual([
      'home',
      'hero',
      'how-it-works',
      'fair-draws',
      'play-safely',
    ]);
  });

  test.each(every)('have the fields that lists and search results need: %s/%s', (lang, name) => {
    for (const item of itemsOf(lang, name)) {
      const head = item.yoast_head_json;
      expect(head?.title.length).toBeLessThanOrEqual(70);
      expect(head?.description?.length).toBeGreaterThanOrEqual(50);
      expect(head?.description?.length).toBeLessThanOrEqual(160);
      expect(head?.og_title).toBe(item.title.rendered);
      expect(item.excerpt?.rendered).toBeTruthy();
      expect(item.date).toMatch(/^2026-\d\d-\d\d$/);
      expect([...illustrations, ...games.flat()]).toContain(item.featured_image);
    }
  });

  test.each(every)('link only to pages and headings that exist: %s/%s', (lang, name) => {
    const pages = new Map(
      namesOf(lang)
        .filter((page) => !unlinked.has(page))
        .map((page) => [pathOf(page), htmlOf(lang, page)]),
    );
    const isValidTarget = (link: string): boolean => {
      if (/^tel:\d{3,5}$/.test(link) || pagesWithoutText.has(link)) return true;
      const [path = '', heading] = link.split('#');
      const html = pages.get(path);
      return html !== undefined && (heading === undefined || html.includes(`id="${decodeURI(heading)}"`));
    };
    const links = [...htmlOf(lang, name).matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link ?? '');
    expect(links.filter((link) => !isValidTarget(link))).toEqual([]);
  });

  test.each(every)('have headings that begin at h2 and skip no level: %s/%s', (lang, name) => {
    for (const item of itemsOf(lang, name)) {
      let above = 1;
      for (const [, level = ''] of item.content.rendered.matchAll(/<h([1-6])[ >]/g)) {
        expect(Number(level)).toBeGreaterThanOrEqual(2);
        expect(Number(level)).toBeLessThanOrEqual(above + 1);
        above = Number(level);
      }
    }
  });

  test.each(every)('contain no markup, placeholder or empty value: %s/%s', (lang, name) => {
    const text = htmlOf(lang, name).replace(/<[^>]*>/g, ' ');
    expect(text).not.toMatch(/\*\*|\]\(|\{|\}|&lt;|^#|lorem ipsum|coming soon/im);
    // Match `TODO` only in capitals, because `todo` is a Portuguese word.
    expect(text).not.toMatch(/\b(?:TODO|TBD)\b/);
  });

  test.each(languages)('contain collapsible questions in %s', (lang) => {
    const html = htmlOf(lang, 'faq');
    const details = html.match(/<details id="[^"]+">\s*<summary>[^<]+<\/summary>\s*<p>/g) ?? [];
    expect(details.length).toBeGreaterThanOrEqual(24);
    expect(html).not.toContain('<h3');
    expect(html).toContain('<h2 id="prizes-and-payments">');
    expect(htmlOf(lang, 'healthyplay')).toContain('<h2 id="limits">');
  });

  test('contain English blogs that take a few minutes to read', () => {
    const lengths = itemNames('en')
      .filter((name) => name.startsWith('blogs-'))
      .map((name) => [name, wordsIn(htmlOf('en', name))] as const);
    expect(lengths.filter(([, words]) => words < 550 || words > 950)).toEqual([]);
  });

  test.each(languages)('contain promotions in %s with dates and a valid code', (lang) => {
    for (const item of itemsOf(lang, 'promotions').slice(1)) {
      const { starts, ends, code = 'NONE' } = item.meta ?? {};
      expect(starts).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(String(ends) > String(starts)).toBe(true);
      expect(code).toMatch(/^[A-Z0-9]{3,10}$/);
    }
  });

  test('list every cookie of the site in the privacy policy', () => {
    for (const cookie of ['__Host-session', 'auth_user', 'lang', 'language_selected', 'campaigncode'])
      expect(htmlOf('en', 'privacypolicy')).toContain(`<code>${cookie}</code>`);
  });

  test('use the names and rules of the game catalogue', () => {
    const kinds = new Map(catalogue.map((game) => [game.slug, game]));
    for (const item of itemsOf('en', 'games').slice(1))
      expect(item.title.rendered).toBe(kinds.get(item.slug)?.name);
    const jaldi = kinds.get('golden-jaldi');
    const symbols = kinds.get('lucky-symbols');
    if (jaldi?.kind.kind !== 'color' || symbols?.kind.kind !== 'symbols') throw new Error('other kinds');
    const jaldiText = htmlOf('en', 'games-golden-jaldi').toLowerCase();
    for (const { key, numbers } of jaldi.kind.colors)
      expect(jaldiText).toContain(`<td>${key}</td>\n<td>${numbers.join(', ')}</td>`);
    expect(jaldiText).toContain(`₹${jaldi.ticketPriceMinor / 100}, always`);
    for (const symbol of symbols.kind.symbols) expect(htmlOf('en', 'games-lucky-symbols')).toContain(symbol);
  });

  test('state correct figures in the article on odds', () => {
    const html = htmlOf('en', 'blogs-odds-explained');
    const jackpot = choose(49, 6);
    const figures = [
      choose(36, 5),
      jackpot,
      Math.round(jackpot / 104 / 10) * 10,
      choose(43, 6),
      choose(6, 3) * choose(43, 3),
      jackpot / (choose(6, 3) * choose(43, 3)),
      choose(6, 4) * choose(43, 2),
      jackpot / (choose(6, 4) * choose(43, 2)),
      choose(6, 5) * choose(43, 1),
      jackpot / (choose(6, 5) * choose(43, 1)),
      jackpot / 10,
      1 / ((20 * 19 * 18 * 17) / (80 * 79 * 78 * 77)),
    ];
    for (const figure of figures) expect(html).toContain(whole(figure));
  });

  test('state correct figures in the article on choosing numbers', () => {
    const html = htmlOf('en', 'blogs-choosing-numbers');
    const lines = choose(49, 6);
    const inHundred = (part: number) => `about ${Math.round((100 * part) / lines)} in 100 draws`;
    expect(html).toContain(`about 1 in ${Math.round(lines / choose(31, 6))} lies`);
    // `choose(44, 6)` is the number of ways to choose 6 of 49 numbers of which no two are consecutive.
    expect(html).toContain(inHundred(lines - choose(44, 6)));
    expect(html).toContain(inHundred(lines - choose(43, 6)));
  });
});
