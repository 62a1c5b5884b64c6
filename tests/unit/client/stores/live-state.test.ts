import { describe, expect, test } from 'vitest';
import { isBehind, noNews, withLatest, withResult, withShown } from '../../../../client/stores/live-state.ts';
import type { ResultCard } from '../../../../shared/view/cards.ts';
import { sampleResults, sampleRun, sampleUpcoming } from '../../../helpers/sample-cards.ts';

const following = (card: ResultCard, by = 1): ResultCard => ({
  ...card,
  drawNumber: card.drawNumber + by,
  drawId: `${card.gameId}-${card.drawNumber + by}`,
  announcement: `${card.gameId} ${card.drawNumber + by}`,
});

const { keno, pick3, jaldi } = sampleResults;
const shown = withShown(noNews, [keno, pick3, jaldi]);

describe('results that arrive', () => {
  test('a newer draw becomes its game’s result and is announced', () => {
    const state = withResult(shown, { card: following(keno), upcoming: sampleUpcoming.keno });
    expect(state.results['keno']?.drawNumber).toBe(keno.drawNumber + 1);
    expect(state.upcoming['keno']).toEqual(sampleUpcoming.keno);
    expect(state.announcements).toEqual([
      { drawId: `keno-${keno.drawNumber + 1}`, text: expect.any(String) },
    ]);
  });

  test('a draw that came already changes nothing at all', () => {
    const once = withResult(shown, { card: following(keno), upcoming: null });
    expect(withResult(once, { card: following(keno), upcoming: null })).toBe(once);
  });

  test('what the document shows itself is no news', () => {
    expect(withResult(shown, { card: keno, upcoming: null })).toBe(shown);
    expect(withLatest(shown, { cards: [keno, pick3, jaldi], upcoming: [] })).toBe(shown);
  });

  test('an older draw that comes late replaces nothing', () => {
    const state = withResult(shown, { card: following(keno, 2), upcoming: null });
    expect(withResult(state, { card: following(keno), upcoming: null })).toBe(state);
  });

  test('polling brings what is new alone, in the order of the draws', () => {
    const late = { ...following(jaldi), drawnAt: '2026-11-20T14:35:00.000Z' };
    const early = { ...following(keno), drawnAt: '2026-11-20T14:31:00.000Z' };
    const state = withLatest(shown, { cards: [late, pick3, early], upcoming: [] });
    expect(state.announcements.map(({ drawId }) => drawId)).toEqual([early.drawId, late.drawId]);
    expect(Object.keys(state.results).sort()).toEqual(['jaldi', 'keno']);
  });

  test('a draw that came by the stream is not announced again by polling', () => {
    const card = following(keno);
    const state = withLatest(withResult(shown, { card, upcoming: null }), { cards: [card], upcoming: [] });
    expect(state.announcements).toHaveLength(1);
  });

  test('keeps only the last few announcements', () => {
    const many = sampleRun(following(jaldi, 20), 20).toReversed();
    const state = many.reduce((before, card) => withResult(before, { card, upcoming: null }), shown);
    expect(state.announcements.length).toBeLessThanOrEqual(5);
    expect(state.announcements.at(-1)?.drawId).toBe(`jaldi-${jaldi.drawNumber + 20}`);
  });

  test('an upcoming draw never goes back to an earlier one', () => {
    const next = { ...sampleUpcoming.keno, drawNumber: sampleUpcoming.keno.drawNumber + 1 };
    const state = withLatest(shown, { cards: [], upcoming: [next] });
    expect(withLatest(state, { cards: [], upcoming: [sampleUpcoming.keno] })).toBe(state);
  });
});

describe('what the document shows', () => {
  test('is known once, however often it is said', () => {
    expect(withShown(shown, [keno, pick3])).toBe(shown);
  });

  test('never takes back what has arrived since', () => {
    const state = withResult(shown, { card: following(keno), upcoming: null });
    expect(withShown(state, [keno])).toBe(state);
  });
});

describe('whether the page has missed something', () => {
  test('it has where the server’s newest draw is later than the one shown', () => {
    expect(isBehind(shown, { keno: keno.drawNumber + 1, pick3: pick3.drawNumber })).toBe(true);
  });

  test('it has not where all are the same, older, or of games that it does not show', () => {
    expect(isBehind(shown, { keno: keno.drawNumber, pick3: pick3.drawNumber - 1, raffle: 900 })).toBe(false);
    expect(isBehind(noNews, { keno: 1 })).toBe(false);
  });
});
