import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { byTag, parseMarkup } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

let platform: TestPlatform;
let site: TestSite;

beforeAll(async () => {
  // The clock is fixed, so that no draw happens between two requests.
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  site = await startSite({ platform, clock: platform.clock, warm: false, live: false });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

describe('results page for one game and one day', () => {
  const day = 'from=2026-11-20&to=2026-11-20';

  it('lists all draws of the day in one table', async () => {
    for (const [game, slug, draws] of [
      ['jaldi', 'golden-jaldi', 288],
      ['keno', 'golden-keno', 24],
    ] as const) {
      const { status, text } = await ask(site.origin, `/results?game=${game}&${day}`);
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
    const { text } = await ask(site.origin, `/results?${day}`);
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
    const { text } = await ask(site.origin, `${prefix}/results?${day}`);
    const href = `${prefix}/results?game=jaldi&${day}`;
    const links = byTag(parseMarkup(text), 'a').filter(({ attributes }) => attributes['href'] === href);
    expect(links.map((link) => link.text)).toContainEqual(expect.stringContaining(words));
  });

  it('shows cards if the day has few draws', async () => {
    const { text } = await ask(site.origin, `/results?game=pick3&${day}`);
    expect(text).toContain('result-card--2');
    expect(text).not.toContain('<tbody>');
  });

  it('redirects a URL with a cursor to the page that lists all draws', async () => {
    const { status, headers } = await ask(site.origin, `/results?game=jaldi&${day}&cursor=2`);
    expect([status, headers.location]).toEqual([302, `/results?game=jaldi&${day}`]);
  });
});

/**
 * Returns the contents of a results page: the draws, the number of cards, the days of the tables, and the link to older
 * draws.
 */
const listOf = async (path: string) => {
  const { text } = await ask(site.origin, path);
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
