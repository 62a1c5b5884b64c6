import { describe, expect, it } from 'vitest';
import type { ErrorPage } from '../../../../shared/pages/error.ts';
import { byId, byTag, type MarkupElement } from '../../../helpers/markup.ts';
import { samplePage } from '../../../helpers/sample-pages.ts';
import { renderPage } from './render-page.tsx';

const hrefs = (root: MarkupElement): (string | undefined)[] =>
  byTag(root, 'a').map(({ attributes }) => attributes['href']);

const error = (reason: ErrorPage['reason']): MarkupElement =>
  renderPage(
    { kind: 'error', reason },
    { langPrefix: '/hi', menus: { main: [], postLogin: [], other: [], footer: [] } },
  );

describe('the game page', () => {
  it('links to every game and marks the current game', () => {
    const root = renderPage(samplePage('game'));
    const links = byTag(root, 'a').filter(({ attributes }) => attributes['class']?.includes('game-selector'));
    expect(links).toHaveLength(7);
    expect(
      links
        .filter(({ attributes }) => attributes['aria-current'] === 'page')
        .map(({ attributes }) => attributes['href']),
    ).toEqual(['/games/golden-jackpot']);
  });

  it('states the odds of each prize', () => {
    expect(byId(renderPage(samplePage('game')), 'prizes').text).toContain('1 in 1,39,83,816');
  });

  it('places the section of prizes directly below the section of the next draw', () => {
    const root = renderPage(samplePage('game'));
    const labels = byTag(root, 'aside', 'section').map(({ attributes }) => attributes['aria-labelledby']);
    expect(labels.slice(0, 2)).toEqual(['next-title', 'prizes-title']);
  });

  it('shows the commitment of every draw on sale', () => {
    const onSale = byId(renderPage(samplePage('game')), 'on-sale');
    expect(byTag(onSale, 'summary').map(({ text }) => text)).toEqual([
      'Draw 94, Sat 21 Nov · 20:30 IST',
      'Draw 95, Wed 25 Nov · 20:30 IST',
    ]);
    expect(onSale.text).toContain('9f2c4be1a07d55c3e8b6f1d2a4907c3be5d81f60a2b94c7d3e6f8091a2b3c4d5');
    expect(onSale.text).toContain('03b1d2a4907c3be5d81f60a2b94c7d3e6f8091a2b3c4d59f2c4be1a07d55c3e8');
  });

  it('shows the time and the ticket price of the next draw, or a note if no draw is announced', () => {
    const known = renderPage(samplePage('game'));
    expect(known.text).toContain('Sat 21 Nov · 20:30 IST');
    expect(known.text).toContain('₹50');
    expect(renderPage(samplePage('game without a next draw, results or prizes')).text).toContain(
      'not been announced',
    );
  });
});

describe('the games page', () => {
  it('links to every game', () => {
    const links = hrefs(renderPage(samplePage('games')));
    for (const slug of ['golden-daily', 'golden-pick-3', 'golden-raffle', 'lucky-symbols'])
      expect(links).toContain(`/games/${slug}`);
  });
});

describe('the winners page', () => {
  it('ranks the largest wins and links each win to its draw', () => {
    const root = renderPage(samplePage('winners'));
    const ranked = byTag(root, 'ol').find(({ attributes }) => attributes['class'] === 'top-winners');
    expect(ranked?.children).toHaveLength(5);
    expect(ranked?.children.flatMap(hrefs)[0]).toBe('/results/golden-raffle/47');
  });
});

describe('the article page', () => {
  it('makes wide tables scrollable by keyboard', () => {
    const [table] = byTag(renderPage(samplePage('article')), 'table');
    expect(table?.parent).toMatchObject({
      tag: 'div',
      attributes: { role: 'group', tabindex: '0', 'aria-label': 'Table' },
    });
  });

  it('initially collapses the questions in a CMS text', () => {
    expect(byTag(renderPage(samplePage('static page with questions')), 'details')).toHaveLength(20);
  });

  it('links back to the list that contains the article', () => {
    expect(hrefs(renderPage(samplePage('promotion')))).toContain('/promotions');
    expect(hrefs(renderPage(samplePage('static page with questions')))).not.toContain('/blogs');
  });
});

describe('an error page', () => {
  it.each(['unavailable', 'busy', 'maintenance'] as const)('offers a retry for the error "%s"', (reason) => {
    expect(hrefs(error(reason))).toContain('');
  });

  it.each(['not-found', 'bad-request'] as const)('offers no retry for the error "%s"', (reason) => {
    expect(hrefs(error(reason))).not.toContain('');
  });

  it('links to other pages in the visitor’s language', () => {
    expect(hrefs(error('unavailable'))).toEqual(
      expect.arrayContaining(['/hi', '/hi/results', '/hi/games', '/hi/faq']),
    );
  });

  it('has no links to other pages during maintenance', () => {
    expect(hrefs(error('maintenance')).filter((href) => href !== '')).toEqual([]);
  });
});
