import type { ResultCard, UpcomingCard } from '../../shared/pages/cards.ts';
import type { LatestCards, LiveResult } from '../../shared/pages/live.ts';

/** The newest result of each game that arrived since the document was rendered. */
export interface LiveState {
  results: Readonly<Record<string, ResultCard>>;
  upcoming: Readonly<Record<string, UpcomingCard>>;
  /** Number of the newest draw of each game that the page shows, from the document or from here. */
  shown: Readonly<Record<string, number>>;
  /** How many corrections of that draw's result are shown; absent for none. */
  revisions: Readonly<Record<string, number>>;
}

export const noNews: LiveState = { results: {}, upcoming: {}, shown: {}, revisions: {} };

/** A later draw, or a later correction of the same draw. */
const isNewer = ({ shown, revisions }: LiveState, { gameId, drawNumber, revision }: ResultCard): boolean => {
  const number = shown[gameId] ?? 0;
  return drawNumber > number || (drawNumber === number && revision > (revisions[gameId] ?? 0));
};

/** @param cards one for each game, each newer than the one shown */
const showing = (state: LiveState, cards: readonly ResultCard[]): Pick<LiveState, 'shown' | 'revisions'> => ({
  shown: { ...state.shown, ...Object.fromEntries(cards.map((card) => [card.gameId, card.drawNumber])) },
  revisions: { ...state.revisions, ...Object.fromEntries(cards.map((card) => [card.gameId, card.revision])) },
});

/** @returns the state with the draws that the document shows; the same object if nothing changed */
export function withShown(state: LiveState, cards: readonly ResultCard[]): LiveState {
  const news = cards.filter((card) => isNewer(state, card));
  return news.length === 0 ? state : { ...state, ...showing(state, news) };
}

/**
 * @returns the state after a result; the same object if this revision of the draw is already in it. A stream
 * that restarts repeats results, and so does polling: nothing is animated or announced twice.
 */
export function withResult(state: LiveState, { card, upcoming }: LiveResult): LiveState {
  const next = upcoming ? withUpcoming(state, upcoming) : state;
  if (!isNewer(state, card)) return next;
  return { ...next, results: { ...state.results, [card.gameId]: card }, ...showing(state, [card]) };
}

function withUpcoming(state: LiveState, card: UpcomingCard): LiveState {
  const known = state.upcoming[card.gameId];
  if (known && known.drawNumber > card.drawNumber) return state;
  // The pot of the same draw changes when the previous draw is corrected.
  if (known?.drawNumber === card.drawNumber && known.jackpotText === card.jackpotText) return state;
  return { ...state, upcoming: { ...state.upcoming, [card.gameId]: card } };
}

/** @returns the state after all newest cards at once, as polling returns them */
export function withLatest(state: LiveState, { cards, upcoming }: LatestCards): LiveState {
  let next = state;
  for (const card of cards) next = withResult(next, { card, upcoming: null });
  for (const card of upcoming) next = withUpcoming(next, card);
  return next;
}

/** @param draws newest draw number of each game, as the server sends it */
export function isBehind(state: LiveState, draws: Readonly<Record<string, number>>): boolean {
  return Object.entries(state.shown).some(([gameId, number]) => (draws[gameId] ?? 0) > number);
}
