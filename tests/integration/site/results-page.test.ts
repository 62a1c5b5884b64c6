import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { byTag, elementsOf, type MarkupElement, parseMarkup } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;

beforeAll(async () => {
  // The clock is fixed, so that no draw happens between two requests.
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  site = await startSite({ platform: proxy, clock: platform.clock, warm: false, live: false });
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});

const get = (path: string) => ask(site.origin, path);

describe('results page for one game and one day', () => {
  const day = 'from=2026-11-20&to=2026-11-20';

  it('lists all draws of the day in one table', async () => {
    for (const [game, slug, draws] of [
      ['jaldi', 'golden-jaldi', 288],
      ['keno', 'golden-keno', 24],
    ] as const) {
      const { status, text } = await get(`/results?game=${game}&${day}`);
      const [main] = byTag(parseMarkup(text), 'main');
      const rows = main ? byTag(main, 'tbody').flatMap(({ children }) => children) : [];
      const hrefs = rows.flatMap((row) => byTag(row, 'a').map(({ attributes }) => attributes['href']));
      expect([status, new Set(hrefs).size, rows.length]).toEqual([200, draws, draws]);
      expect(hrefs.every((href) => href?.startsWith(`/results/${slug}/`))).toBe(true);
      expect(text).toContain(`All draws of 20 November 2026 (${draws})`);
      expect(text).not.toContain('rel="next"');
    }
  });

  it('is linked from that day’s page for all games', async () => {
    const { text } = await get(`/results?${day}`);
    const hrefs = byTag(parseMarkup(text), 'a').map(({ attributes }) =>
      attributes['href']?.replaceAll('&amp;', '&'),
    );
    expect(hrefs).toEqual(
      expect.arrayContaining([`/results?game=jaldi&${day}`, `/results?game=keno&${day}`]),
    );
  });

  it.each([
    ['', 'All Golden Jaldi draws of the day, to print'],
    ['/hi', 'छापने के लिए'],
    ['/pt', 'para imprimir'],
    ['/nb', 'til utskrift'],
  ])('is linked as a printable list from that day’s page for all games: %s/', async (prefix, words) => {
    const { text } = await get(`${prefix}/results?${day}`);
    const href = `${prefix}/results?game=jaldi&${day}`;
    const links = byTag(parseMarkup(text), 'a').filter(({ attributes }) => attributes['href'] === href);
    expect(links.map((link) => link.text)).toContainEqual(expect.stringContaining(words));
  });

  it('shows cards if the day has few draws', async () => {
    const { text } = await get(`/results?game=pick3&${day}`);
    expect(text).toContain('result-card--2');
    expect(text).not.toContain('<tbody>');
  });

  it('redirects a URL with a cursor to the page that lists all draws', async () => {
    const { status, headers } = await get(`/results?game=jaldi&${day}&cursor=2`);
    expect([status, headers.location]).toEqual([302, `/results?game=jaldi&${day}`]);
  });
});

/**
 * Returns the contents of a results page: the draws, the number of cards, the days of the tables, and the link to older
 * draws.
 */
const listOf = async (path: string) => {
  const { text } = await get(path);
  const [main] = byTag(parseMarkup(text), 'main');
  if (!main) throw new Error(`${path} has no content`);
  const draws = byTag(main, 'article', 'tr').flatMap((each) =>
    byTag(each, 'a')
      .slice(0, 1)
      .map(({ attributes }) => Number(attributes['href']?.split('/').at(-1))),
  );
  return {
    draws,
    cards: byTag(main, 'article').length,
    days: byTag(main, 'h3').flatMap(({ text: title, attributes }) =>
      attributes['class'] === 'panel__title' ? [title] : [],
    ),
    older: byTag(main, 'a').find(({ attributes }) => attributes['rel'] === 'next')?.attributes['href'],
  };
};

describe('results page for one game and several days', () => {
  it('shows cards for the newest six draws and a table for each day of the other draws', async () => {
    const { draws, cards, days } = await listOf('/results?game=keno');
    expect([cards, draws.length]).toEqual([6, 50]);
    expect(draws).toEqual(Array.from(draws, (_, index) => (draws[0] ?? 0) - index));
    expect(days).toEqual(['21 November 2026', '20 November 2026', '19 November 2026']);
  });

  it('shows only tables on the pages of older results', async () => {
    const newest = await listOf('/nb/results?game=keno');
    const { draws, cards, days } = await listOf(newest.older ?? '');
    expect([cards, draws.length]).toEqual([0, 50]);
    expect(draws[0]).toBe((newest.draws.at(-1) ?? 0) - 1);
    expect(days[0]).toBe('19. november 2026');
  });

  it('shows only cards if there are few draws', async () => {
    const { draws, cards, days } = await listOf('/results?game=jackpot');
    expect([cards, days]).toEqual([draws.length, []]);
  });
});

const languageLinks = (root: MarkupElement): string[] =>
  byTag(root, 'a')
    .filter(({ attributes }) => attributes['rel'] === 'alternate')
    .map(({ attributes }) => (attributes['href'] ?? '').replaceAll('&amp;', '&'));

describe('results page with invalid filters', () => {
  const wrong: [string, string, string, 'from' | 'to' | 'game'][] = [
    // If a value such as "yesterday" is not a date, the page's date field is empty, because a date field cannot show
    // text.
    ['no date', '?from=yesterday', '', 'from'],
    ['a day that no month has', '?to=2026-02-30', '2026-02-30', 'to'],
    ['a date in the future', '?to=2199-01-01', '2199-01-01', 'to'],
    ['a first day in the future', '?from=2199-01-01', '2199-01-01', 'from'],
    ['the last day before the first', '?from=2026-11-12&to=2026-11-02', '2026-11-12', 'to'],
    ['a range of years', '?from=1999-01-01', '1999-01-01', 'from'],
    ['markup', '?from=%22%3E%3Cscript%3Ealert(1)%3C/script%3E', '', 'from'],
    ['an unknown game', '?game=roulette', '2026-11-21', 'game'],
    ['a date over its length', `?from=${'9'.repeat(3000)}`, '', 'from'],
    ['a game over its length', `?game=${'k'.repeat(200)}`, '2026-11-21', 'game'],
    ['a list in the place of a date', '?from[]=2026-11-02&from=x', '', 'from'],
  ];
  for (const [name, query, kept, field] of wrong) {
    it(`returns 422 with a message at the invalid field: ${name}`, async () => {
      const before = proxy.count();
      const answer = await get(`/results${query}`);
      expect(answer.status).toBe(422);
      const root = parseMarkup(answer.text);
      const control = [...byTag(root, 'input', 'select')].find(
        ({ attributes }) => attributes['name'] === field,
      );
      expect(control?.attributes).toMatchObject({ 'aria-invalid': 'true', autofocus: '' });
      const messageIds = (control?.attributes['aria-describedby'] ?? '').split(' ');
      const messages = elementsOf(root).filter(({ attributes }) =>
        messageIds.includes(attributes['id'] ?? ''),
      );
      expect(messages.some(({ text }) => text.trim().length > 5)).toBe(true);
      const values = byTag(root, 'input').map(({ attributes }) => attributes['value']);
      expect(values).toContain(kept);
      expect(answer.text).not.toContain('<script>alert');
      const lifetime = Number(/s-maxage=(\d+)/.exec(answer.headers['cache-control'] ?? '')?.[1]);
      expect(lifetime).toBeLessThanOrEqual(10);
      expect(answer.headers['cache-control']).not.toContain('stale');
      expect(proxy.count()).toBe(before);
    });
  }

  it('shows a rejected value in the error message, and keeps it in the links to other languages', async () => {
    for (const [query, text] of [
      ['from=yesterday', 'Entered: “\u2068yesterday\u2069”.'],
      ['game=roulette&to=2026-11-20', 'Entered: “\u2068roulette\u2069”.'],
    ] as const) {
      const { text: html } = await get(`/results?${query}`);
      const root = parseMarkup(html);
      const messages = elementsOf(root).filter(({ attributes }) => attributes['class'] === 'filter__error');
      expect(messages.map((message) => message.text)).toEqual([expect.stringContaining(text)]);
      expect(languageLinks(root)).toEqual(
        ['', '/hi', '/pt', '/nb'].map((lang) => `${lang}/results?${query}`),
      );
    }
  });

  it('uses the first value of a repeated parameter and ignores unknown parameters', async () => {
    const plain = await get('/results?game=keno');
    for (const query of [
      'game=keno&game=jaldi',
      'game=keno&utm_source=x&__proto__=1&constructor=y',
      'a=%zz&game=keno',
    ])
      expect((await get(`/results?${query}`)).text, query).toBe(plain.text);
  });

  it('redirects to the beginning of the list if the cursor is unknown', async () => {
    for (const cursor of ['zzz', '0', encodeURIComponent("' or 1=1"), 'x'.repeat(100)]) {
      const answer = await get(`/results?game=keno&cursor=${cursor}`);
      expect(answer.status, cursor).toBe(302);
      const again = await get(answer.headers.location ?? '');
      expect(again.status, cursor).toBe(200);
      expect(again.headers.location).toBeUndefined();
    }
    const alone = await get('/results?cursor=1&from=2026-11-20&to=2026-11-21');
    expect([alone.status, alone.headers.location]).toEqual([302, '/results?from=2026-11-20&to=2026-11-21']);
  });
});
