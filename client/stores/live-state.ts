import type { ResultCard, UpcomingCard } from '../../shared/pages/cards.ts';
import type { LatestCards, LiveResult } from '../../shared/pages/live.ts';

/** The newest results that have arrived since the server rendered the document. */
export interface LiveState {
  results: Readonly<Record<string, ResultCard>>;
  upcoming: Readonly<Record<string, UpcomingCard>>;
  /** Newest draw number that the page shows for each game, from the document or from a live event. */
  shown: Readonly<Record<string, number>>;
  /** Number of corrections in the shown result of each game. A missing game has no corrections. */
  revisions: Readonly<Record<string, number>>;
}

export const noNews: LiveState = { results: {}, upcoming: {}, shown: {}, revisions: {} };

/**
 * Whether a card is newer than the shown one. It is newer if it shows a later draw, or a later correction of the same
 * draw.
 */
const isNewer = ({ shown, revisions }: LiveState, { gameId, drawNumber, revision }: ResultCard): boolean => {
  const number = shown[gameId] ?? 0;
  return drawNumber > number || (drawNumber === number && revision > (revisions[gameId] ?? 0));
};

/** @param cards the cards that are newer than the shown ones, at most one for each game */
const showing = (state: LiveState, cards: readonly ResultCard[]): Pick<LiveState, 'shown' | 'revisions'> => ({
  shown: { ...state.shown, ...Object.fromEntries(cards.map((card) => [card.gameId, card.drawNumber])) },
  revisions: { ...state.revisions, ...Object.fromEntries(cards.map((card) => [card.gameId, card.revision])) },
});

/**
 * @returns the state with the draws that the document shows, or the same object if the state already contains these
 *   draws
 */
export function withShown(state: LiveState, cards: readonly ResultCard[]): LiveState {
  const news = cards.filter((card) => isNewer(state, card));
  return news.length === 0 ? state : { ...state, ...showing(state, news) };
}

/**
 * @returns the state with a new result and the game's upcoming draw, or the same object if the state already contains
 *   both. A restarted stream or a poll can deliver a result again. Such a result must not be animated or announced
 *   twice.
 */
export function withResult(state: LiveState, { card, upcoming }: LiveResult): LiveState {
  const next = upcoming ? withUpcoming(state, upcoming) : state;
  if (!isNewer(state, card)) return next;
  return { ...next, results: { ...state.results, [card.gameId]: card }, ...showing(state, [card]) };
}

function withUpcoming(state: LiveState, card: UpcomingCard): LiveState {
  const known = state.upcoming[card.gameId];
  if (known && known.drawNumber > card.drawNumber) return state;
  // A correction of the previous draw can change the jackpot of the upcoming draw. So replace the card if its jackpot
  // differs, even if its draw is the same.
  if (known?.drawNumber === card.drawNumber && known.jackpotText === card.jackpotText) return state;
  return { ...state, upcoming: { ...state.upcoming, [card.gameId]: card } };
}

/** @returns the state with the newest cards of all games, which a poll has fetched */
export function withLatest(state: LiveState, { cards, upcoming }: LatestCards): LiveState {
  let next = state;
  for (const card of cards) next = withResult(next, { card, upcoming: null });
  for (const card of upcoming) next = withUpcoming(next, card);
  return next;
}

/**
 * @param draws number of the newest draw of each game on the server
 * @returns whether, for any game, the server has a newer draw than the page shows
 */
export function isBehind(state: LiveState, draws: Readonly<Record<string, number>>): boolean {
  return Object.entries(state.shown).some(([gameId, number]) => (draws[gameId] ?? 0) > number);
}
