import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { resultCardLabels } from '../../../../client/cards/card-labels.ts';
import { ResultCard } from '../../../../client/cards/ResultCard.tsx';
import type { ResultCard as Card } from '../../../../shared/pages/cards.ts';
import { byTag, elementsOf, type MarkupElement, parseMarkup } from '../../../helpers/markup.ts';
import { sampleMark, sampleResults } from '../../../helpers/sample-cards.ts';
import { sampleTranslate } from '../../../helpers/sample-document.ts';

const labels = resultCardLabels(sampleTranslate);
const render = (card: Card, isFresh = false): MarkupElement =>
  parseMarkup(renderToStaticMarkup(<ResultCard card={card} labels={labels} isFresh={isFresh} />));
const withClass = (root: MarkupElement, name: string): MarkupElement[] =>
  elementsOf(root).filter(({ attributes }) => attributes['class']?.split(' ').includes(name));
const one = (elements: MarkupElement[]): MarkupElement => {
  const [element] = elements;
  if (!element || elements.length > 1) throw new Error(`${elements.length} elements instead of one`);
  return element;
};

/** Returns the name that a result card shows for this drawn colour. */
const named = (colorKey: string, text: string) =>
  one(
    withClass(
      render({
        ...sampleResults.jaldi,
        numbers: [sampleMark('5'), sampleMark(text, { role: 'color', colorKey })],
      }),
      'drawn__chip',
    ),
  ).text;

describe.each(Object.values(sampleResults))('result card of type $type', (card) => {
  const root = render(card);

  it('shows each drawn number, symbol or colour as text or alternative text', () => {
    const drawn = one(withClass(root, 'drawn'));
    const said = [drawn.text, ...byTag(drawn, 'img').map(({ attributes }) => attributes['alt'])].join(' ');
    for (const { text } of card.numbers) expect(said.toLowerCase()).toContain(text.toLowerCase());
  });

  it('links to the draw and to the winners, and has a download button', () => {
    expect(byTag(root, 'a').map(({ attributes }) => attributes['href'])).toEqual([
      card.href,
      `${card.href}#winners`,
    ]);
    const download = one(byTag(root, 'button'));
    expect(download.attributes['data-download']).toBe(card.fileName);
    expect(download.attributes['aria-label']).toContain(card.title);
    expect(one(byTag(root, 'article')).attributes['data-draw']).toBe(card.drawId);
  });

  it('shows the time, the number of winners and the first prize', () => {
    expect(one(byTag(root, 'time')).attributes['dateTime']).toBe(card.drawnAt);
    expect(root.text).toContain(card.winnersText);
    expect(one(withClass(root, 'money')).text).toBe(card.topPrize.text);
  });
});

describe('a result card', () => {
  it('shows an amount at the top only for a jackpot', () => {
    expect(one(withClass(render(sampleResults.jackpot), 'result-card__top')).text).toContain('₹4,25,00,000');
    expect(one(withClass(render(sampleResults.daily), 'result-card__top')).text).not.toContain('₹');
  });

  it('marks the bonus ball visibly and for screen readers', () => {
    const bonus = one(withClass(render(sampleResults.jackpot), 'is-bonus'));
    expect(bonus.text).toBe('Bonus ball 09');
  });

  it('shows the rollover note only if the jackpot rolls over', () => {
    expect(withClass(render(sampleResults.jackpot), 'roll-over')).toHaveLength(1);
    expect(withClass(render({ ...sampleResults.jackpot, rollsOver: false }), 'roll-over')).toEqual([]);
  });

  it('shows the translated name of the drawn colour, or the key of an unknown colour', () => {
    expect(named('green', 'green')).toBe('Green');
    expect(named('indigo', 'indigo')).toBe('indigo');
  });

  it('is animated only if the result is new', () => {
    expect(withClass(render(sampleResults.keno, true), 'is-fresh')).toHaveLength(1);
    expect(withClass(render(sampleResults.keno), 'is-fresh')).toEqual([]);
  });

  it('escapes texts from the platform', () => {
    const html = renderToStaticMarkup(
      <ResultCard card={{ ...sampleResults.daily, title: '<img src=x onerror=alert(1)>' }} labels={labels} />,
    );
    expect(html).not.toContain('<img');
  });
});

describe('the card of a corrected result', () => {
  const correction = {
    kind: 'corrected',
    title: 'Corrected',
    text: 'on 20 Nov 2026 · 18:05.',
    before: 'First published: 7, 4, 0.',
    reason: 'Reason: Two digits changed places.',
  } as const;

  it('contains a labelled note about the correction', () => {
    const root = render({ ...sampleResults.pick3, revision: 1, correction });
    const note = one(withClass(root, 'correction'));
    expect(note.attributes).toMatchObject({ role: 'note', 'aria-label': 'Corrected' });
    for (const said of [correction.title, correction.text, correction.before, correction.reason])
      expect(note.text).toContain(said);
    expect(withClass(root, 'is-void')).toEqual([]);
    expect(withClass(render(sampleResults.pick3), 'correction')).toEqual([]);
  });

  it('is marked as void if the draw was voided', () => {
    const root = render({
      ...sampleResults.pick3,
      correction: { ...correction, kind: 'voided', before: null },
    });
    expect(withClass(root, 'is-void')).toHaveLength(1);
    expect(one(withClass(root, 'correction')).text).not.toContain('First published');
  });
});
