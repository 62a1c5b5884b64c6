import { describe, expect, it } from 'vitest';
import { byId, byTag, elementsOf } from '../../../helpers/markup.ts';
import { samplePage } from '../../../helpers/sample-pages.ts';
import { renderPage } from './render-page.tsx';

const rowsOf = (name: string): number[] =>
  byTag(byId(renderPage(samplePage(name)), 'winners'), 'tbody').map(({ children }) => children.length);

const rels = (name: string): string[] =>
  byTag(renderPage(samplePage(name)), 'a').flatMap(({ attributes }) => attributes['rel'] ?? []);

describe('the draw page', () => {
  it('shows the number of winners of each prize', () => {
    const winners = byId(renderPage(samplePage('draw')), 'winners');
    expect(byTag(winners, 'h2')).toHaveLength(1);
    expect(byTag(winners, 'tr')[1]?.children.map(({ tag, text }) => [tag, text])).toEqual([
      ['th', 'Jackpot6 of 6'],
      ['td', '0'],
      ['td', '₹4,25,00,000'],
    ]);
  });

  it('splits a long prize list into captioned tables of at most 13 rows', () => {
    const name = 'newest Keno draw';
    expect(rowsOf(name)).toEqual([13, 4]);
    const captions = byTag(renderPage(samplePage(name)), 'caption').map(({ text }) => text);
    expect(new Set(captions).size).toBe(2);
  });

  it('links to the previous and the next draw if they exist', () => {
    expect(rels('draw')).toEqual(['prev', 'next']);
    expect(rels('newest Keno draw')).toEqual(['prev']);
    expect(rels('first raffle draw')).toEqual(['next']);
  });

  it('lists every winning number of a prize tier', () => {
    const root = renderPage(samplePage('first raffle draw'));
    const lists = byTag(root, 'ul').filter(({ attributes }) =>
      attributes['class']?.includes('winning-numbers'),
    );
    expect(lists.map(({ children }) => children.length)).toEqual([1, 100]);
  });

  it('has a verification section only if the draw has verification data', () => {
    expect(byId(renderPage(samplePage('draw')), 'proof').text).toContain('9f2c4be1a07d55c3');
    const ids = elementsOf(renderPage(samplePage('draw without prizes'))).map(
      ({ attributes }) => attributes['id'],
    );
    expect(ids).not.toContain('proof');
  });

  it('describes the draw as JSON-LD, with the status "cancelled" for a voided draw', () => {
    const page = samplePage('draw');
    if (page.kind !== 'draw') throw new Error('The sample is no draw page');
    const correction = { kind: 'voided', title: 'Void', text: '', before: null, reason: '' } as const;
    const statusOf = (card: typeof page.card) =>
      byTag(renderPage({ ...page, card }, { canonical: 'https://lotto.example/results/x/1' }), 'script')
        .filter(({ attributes }) => attributes['type'] === 'application/ld+json')
        .map(({ text }) => JSON.parse(text))
        .filter((data) => data['@type'] === 'Event')
        .map(({ startDate, eventStatus }) => [startDate, eventStatus]);
    expect(statusOf(page.card)).toEqual([[page.card.drawnAt, 'https://schema.org/EventScheduled']]);
    expect(statusOf({ ...page.card, correction })).toEqual([
      [page.card.drawnAt, 'https://schema.org/EventCancelled'],
    ]);
  });

  it('shows a note instead of the prize table if the draw has no prizes', () => {
    expect(byId(renderPage(samplePage('draw without prizes')), 'winners').text).toContain('no prize table');
  });
});
