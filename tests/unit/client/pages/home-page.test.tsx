import { describe, expect, it } from 'vitest';
import { byTag, elementsOf, type MarkupElement } from '../../../helpers/markup.ts';
import { emptyHome, sampleHome, sampleHomes } from '../../../helpers/sample-home.ts';
import { renderPage } from './render-page.tsx';

const withClass = (root: MarkupElement, name: string): MarkupElement[] =>
  elementsOf(root).filter(({ attributes }) => attributes['class']?.split(' ').includes(name));
const headings = (root: MarkupElement): string[] => byTag(root, 'h2').map(({ text }) => text.trim());
const hrefs = (root: MarkupElement): (string | undefined)[] =>
  byTag(root, 'a').map(({ attributes }) => attributes['href']);

describe('the home page', () => {
  it('has a primary button for the featured game and a secondary button for that game’s latest result', () => {
    const [hero] = withClass(renderPage(sampleHome), 'hero');
    if (!hero) throw new Error('There is no hero');
    expect(byTag(hero, 'h1')[0]?.text).toContain('₹4,25,00,000');
    expect(withClass(hero, 'button--primary').map(({ attributes }) => attributes['href'])).toEqual([
      '/games/golden-jackpot',
    ]);
    expect(withClass(hero, 'button--secondary').map(({ attributes }) => attributes['href'])).toEqual([
      '/results/golden-jackpot/311',
    ]);
  });

  it.each(sampleHomes)('has exactly one primary button: $name', ({ page }) => {
    expect(withClass(renderPage(page), 'button--primary')).toHaveLength(1);
  });

  it('shows a card for each result and each upcoming draw', () => {
    const root = renderPage(sampleHome);
    expect(withClass(root, 'result-card').map(({ attributes }) => attributes['data-draw'])).toEqual(
      sampleHome.results.map(({ drawId }) => drawId),
    );
    expect(withClass(root, 'upcoming-card')).toHaveLength(sampleHome.upcoming.length);
  });

  it('omits every section that has no data', () => {
    const all = headings(renderPage(sampleHome));
    for (const [part, title] of [
      ['upcoming', 'Upcoming draws'],
      ['results', 'Latest results'],
      ['winners', 'Largest wins'],
      ['promotions', 'Promotions'],
      ['blogs', 'From the blog'],
      ['blocks', 'Good to know before you play'],
    ] as const) {
      expect(all).toContain(title);
      expect(headings(renderPage({ ...sampleHome, [part]: [] }))).not.toContain(title);
    }
    expect(byTag(renderPage(emptyHome), 'dl')).toEqual([]);
  });

  it('states that no draw has been held yet if there are no results', () => {
    const root = renderPage(emptyHome);
    expect(byTag(root, 'h1')[0]?.text).toBe('Draws you can watch, and check');
    expect(hrefs(root)).toEqual(['/games', '/results']);
    expect(headings(root)).toEqual(['No draw has been held yet']);
  });

  it('links to pages in its own language', () => {
    const root = renderPage(emptyHome, { langPrefix: '/hi', lang: 'hi' });
    expect(hrefs(root)).toEqual(['/hi/games', '/hi/results']);
  });

  it('shows unusually long amounts in smaller type', () => {
    const hero = sampleHome.hero;
    if (!hero) throw new Error('The sample has no hero');
    const sized = (title: string) =>
      withClass(renderPage({ ...sampleHome, hero: { ...hero, title } }), 'hero__amount--long').length;
    expect(sized('₹4,25,00,000')).toBe(0);
    expect(sized('₹10,42,50,00,000.50')).toBe(1);
  });
});
