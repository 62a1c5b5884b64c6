import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSiteConfig } from '../../../../server/config/site-config.ts';
import { createCards } from '../../../../server/pages/cards.ts';
import { createWords } from '../../../../server/words/words.ts';
import { sampleDraw, sampleGame, sampleResult } from '../../../helpers/sample-data.ts';

const config = readSiteConfig(path.resolve('config'));
const words = createWords(config).get('en');
if (!words) throw new Error('no English');
const cards = createCards(words, config.boot);

describe('a result card', () => {
  it('has the design of its game, a permanent URL and a dated file name', () => {
    const card = cards.result(sampleResult());
    expect(card).toMatchObject({
      type: 2,
      href: '/results/golden-pick-3/1300',
      gameHref: '/games/golden-pick-3',
      dateText: '20 Nov 2026 · 18:00',
      drawText: 'Draw 1,300',
      winnersText: '1 first-prize winner · 1 prize in all',
      topPrize: { label: 'First prize', text: '₹15,000' },
      fileName: 'golden-pick-3_2026-11-20_18-00.png',
    });
    expect(card.numbers.map((number) => number.text)).toEqual(['7', '0', '4']);
    expect(card.announcement).toContain('7, 0, 4');
  });

  it('shows the jackpot and the long date for a jackpot game', () => {
    const card = cards.result(
      sampleResult({
        gameId: 'jackpot',
        showJackpot: true,
        jackpotAmount: 4_250_000_000,
        winnersTotal: 0,
        rollsOver: true,
      }),
    );
    expect(card).toMatchObject({
      type: 3,
      dateText: '20 November 2026',
      topPrize: { label: 'Jackpot', text: '₹4,25,00,000' },
      rollsOver: true,
      winnersText: 'No winners',
    });
  });

  it.each([
    ['en', '0 first-prize winners · 1,179 prizes in all'],
    ['hi', 'पहला पुरस्कार: 0 विजेता · कुल 1,179 पुरस्कार'],
    ['pt', '0 vencedores do primeiro prémio · 1179 prémios no total'],
    ['nb', '0 vinnere av førstepremien · 1 179 premier i alt'],
  ])('shows the number of first-prize winners and the total number of prizes: %s', (lang, text) => {
    const [first] = sampleResult().drawPrizeDetail;
    if (!first) throw new Error('The sample has no prizes');
    const result = sampleResult({ winnersTotal: 1179, drawPrizeDetail: [{ ...first, noOfWinner: 0 }] });
    const ofLang = createWords(config).get(lang);
    if (!ofLang) throw new Error(`no texts of ${lang}`);
    expect(createCards(ofLang, config.boot).result(result).winnersText.replaceAll('\u00a0', ' ')).toBe(text);
  });

  it('marks the first prize with the drawn colour only if that colour is known', () => {
    const drawn = cards.result(sampleResult({ colorType: 'drawn', prizeColorCode: 'violet' }));
    expect(drawn.topPrize.accent).toBe('violet');
    expect(cards.result(sampleResult({ prizeColorCode: 'violet' })).topPrize).not.toHaveProperty('accent');
    const unknown = cards.result(sampleResult({ colorType: 'drawn', prizeColorCode: 'mauve' }));
    expect(unknown.topPrize).not.toHaveProperty('accent');
  });

  it('shows the previous result, the time and the reason of a correction, and marks a voided draw', () => {
    const [seven, nought, four] = sampleResult().resultNumber.tNumbers;
    const correction = {
      kind: 'corrected',
      no: 2,
      at: '2026-11-20T12:35:00.000Z',
      reason: 'Two digits changed places.',
      drawnBefore: ['7', '4', '0'],
      numbersBefore: [seven, four, nought].flatMap((mark) => mark ?? []),
    } as const;
    expect(cards.result(sampleResult()).correction).toBeNull();
    expect(
      cards.result(sampleResult({ correction: { ...correction, drawnBefore: ['7', '4', '0'] } })),
    ).toMatchObject({
      revision: 2,
      winnersText: '1 first-prize winner · 1 prize in all',
      announcement: expect.stringMatching(/^Corrected result\. .*7, 0, 4/),
      correction: {
        kind: 'corrected',
        title: 'Corrected',
        text: 'on 20 Nov 2026 · 18:05.',
        before: 'First published: 7, 4, 0.',
        reason: 'Reason: Two digits changed places.',
      },
    });
    const numbersBefore = sampleResult().resultNumber.tNumbers;
    const voided = cards.result(
      sampleResult({
        correction: { ...correction, drawnBefore: ['7', '0', '4'], kind: 'voided', numbersBefore },
      }),
    );
    expect(voided).toMatchObject({
      winnersText: 'Void: no winners',
      announcement: expect.stringMatching(/^Void: .* does not count/),
      correction: { kind: 'voided', title: 'Void', before: null },
    });
  });

  it('has a fallback design for an unknown game', () => {
    expect(cards.result(sampleResult({ gameId: 'new', colorCode: '#f00' }))).toMatchObject({
      type: 1,
      accent: 'red',
    });
  });
});

describe('the card of an upcoming draw', () => {
  it('contains the absolute start time, the price and the schedule', () => {
    expect(cards.upcoming(sampleDraw(), sampleGame())).toMatchObject({
      startsAt: '2026-11-21T13:30:00.000Z',
      startsText: 'Sat, 21 Nov · 19:00 IST',
      scheduleText: 'Hourly · ₹20',
      jackpotText: '₹10,00,000',
      jackpotLabel: 'Top prize',
    });
  });
});
