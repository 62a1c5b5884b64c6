import { beforeAll, describe, expect, it } from 'vitest';
import { byTag, elementsOf } from '../../helpers/markup.ts';
import { type Crawl, type CrawledSite, kindsOf } from './crawl.ts';

/**
 * Registers the tests of what only some pages contain. `pages.test.ts` calls this function, because a crawl in a test
 * file of its own would take ten seconds of processor time.
 */
export function testSinglePages(started: () => CrawledSite): void {
  let crawled: Crawl;
  beforeAll(() => {
    ({ crawled } = started());
  });

  const kinds = () => kindsOf(crawled);

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
}
