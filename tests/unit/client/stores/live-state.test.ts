import { describe, expect, test } from 'vitest';
import { isBehind, noNews, withLatest, withResult, withShown } from '../../../../client/stores/live-state.ts';
import type { ResultCard } from '../../../../shared/pages/cards.ts';
import { sampleResults, sampleUpcoming } from '../../../helpers/sample-cards.ts';

const following = (card: ResultCard, by = 1): ResultCard => ({
  ...card,
  drawNumber: card.drawNumber + by,
  drawId: `${card.gameId}-${card.drawNumber + by}`,
});

const { keno, pick3, jaldi } = sampleResults;
const shown = withShown(noNews, [keno, pick3, jaldi]);

describe('the live state', () => {
  test('stores a newer draw as the latest result of the game', () => {
    const state = withResult(shown, { card: following(keno), upcoming: sampleUpcoming.keno });
    expect(state.results).toEqual({ keno: following(keno) });
    expect(state.upcoming).toEqual({ keno: sampleUpcoming.keno });
  });

  test('does not change for a repeated draw', () => {
    const once = withResult(shown, { card: following(keno), upcoming: null });
    expect(withResult(once, { card: following(keno), upcoming: null })).toBe(once);
  });

  test('does not mark a draw as new if the document already shows it', () => {
    expect(withResult(shown, { card: keno, upcoming: null })).toBe(shown);
    expect(withLatest(shown, { cards: [keno, pick3, jaldi], upcoming: [] })).toBe(shown);
  });

  test('ignores an older draw that arrives late', () => {
    const state = withResult(shown, { card: following(keno, 2), upcoming: null });
    expect(withResult(state, { card: following(keno), upcoming: null })).toBe(state);
  });

  test('adds only new draws from a poll', () => {
    const state = withLatest(shown, { cards: [following(jaldi), pick3, following(keno)], upcoming: [] });
    expect(state.results).toEqual({ jaldi: following(jaldi), keno: following(keno) });
  });

  test('does not change when polling returns a draw that the stream has already delivered', () => {
    const card = following(keno);
    const state = withResult(shown, { card, upcoming: null });
    expect(withLatest(state, { cards: [card], upcoming: [] })).toBe(state);
  });

  test('keeps the corrected result when the original result arrives again', () => {
    const wrong = following(keno);
    const right = { ...wrong, revision: 1, announcement: 'Corrected result.' };
    const before = withResult(shown, { card: wrong, upcoming: null });
    const after = withResult(before, { card: right, upcoming: null });
    expect(after.results).toEqual({ keno: right });
    expect(withResult(after, { card: right, upcoming: null })).toBe(after);
    expect(withLatest(after, { cards: [wrong], upcoming: [] })).toBe(after);
    // A correction replaces the original result that the document shows. If the document already shows the correction,
    // nothing changes.
    const revised = { ...keno, revision: 2 };
    expect(withResult(shown, { card: revised, upcoming: null }).results).toEqual({ keno: revised });
    const known = withShown(noNews, [revised]);
    expect(withResult(known, { card: revised, upcoming: null })).toBe(known);
    // The next draw has a lower revision, but a higher number, so it is newer.
    expect(withResult(after, { card: following(keno, 2), upcoming: null }).results).toEqual({
      keno: following(keno, 2),
    });
  });

  test('updates the jackpot of an upcoming draw', () => {
    const card = { ...sampleUpcoming.jackpot, jackpotText: '₹4,00,00,000' };
    const before = withLatest(shown, { cards: [], upcoming: [sampleUpcoming.jackpot] });
    expect(withLatest(before, { cards: [], upcoming: [sampleUpcoming.jackpot] })).toBe(before);
    expect(withLatest(before, { cards: [], upcoming: [card] }).upcoming).toEqual({ jackpot: card });
  });

  test('never replaces an upcoming draw with an earlier draw', () => {
    const next = { ...sampleUpcoming.keno, drawNumber: sampleUpcoming.keno.drawNumber + 1 };
    const state = withLatest(shown, { cards: [], upcoming: [next] });
    expect(withLatest(state, { cards: [], upcoming: [sampleUpcoming.keno] })).toBe(state);
  });
});

describe('withShown', () => {
  test('returns the same state if it already contains the results', () => {
    expect(withShown(shown, [keno, pick3])).toBe(shown);
  });

  test('does not replace newer results in the state', () => {
    const state = withResult(shown, { card: following(keno), upcoming: null });
    expect(withShown(state, [keno])).toBe(state);
  });
});

describe('isBehind', () => {
  test('returns true if the server’s newest draw is later than the shown draw', () => {
    expect(isBehind(shown, { keno: keno.drawNumber + 1, pick3: pick3.drawNumber })).toBe(true);
  });

  test('returns false if the server has no newer draw of a shown game', () => {
    expect(isBehind(shown, { keno: keno.drawNumber, pick3: pick3.drawNumber - 1, raffle: 900 })).toBe(false);
    expect(isBehind(noNews, { keno: 1 })).toBe(false);
  });
});
