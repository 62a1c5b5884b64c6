import type { ResultCard, UpcomingCard } from '../../shared/pages/cards.ts';
import type { LatestCards, LiveResult } from '../../shared/pages/live.ts';

/** What has arrived since the document was made, newest of each game. */
export interface LiveState {
  results: Readonly<Record<string, ResultCard>>;
  upcoming: Readonly<Record<string, UpcomingCard>>;
  /** Number of the newest draw of each game that the page shows, from the document or from here. */
  shown: Readonly<Record<string, number>>;
  /** How often that draw's result had been corrected, as it is shown; absent where it never was. */
  revisions: Readonly<Record<string, number>>;
}

export const noNews: LiveState = { results: {}, upcoming: {}, shown: {}, revisions: {} };

/** A later draw, or the same one as it was corrected since. */
const isNewer = ({ shown, revisions }: LiveState, { gameId, drawNumber, revision }: ResultCard): boolean => {
  const number = shown[gameId] ?? 0;
  return drawNumber > number || (drawNumber === number && revision > (revisions[gameId] ?? 0));
};

/** @param cards one a game, each newer than what was shown */
const showing = (state: LiveState, cards: readonly ResultCard[]): Pick<LiveState, 'shown' | 'revisions'> => ({
  shown: { ...state.shown, ...Object.fromEntries(cards.map((card) => [card.gameId, card.drawNumber])) },
  revisions: { ...state.revisions, ...Object.fromEntries(cards.map((card) => [card.gameId, card.revision])) },
});

/** @returns the state that also knows what the document itself shows; the very same where it does already */
export function withShown(state: LiveState, cards: readonly ResultCard[]): LiveState {
  const news = cards.filter((card) => isNewer(state, card));
  return news.length === 0 ? state : { ...state, ...showing(state, news) };
}

/**
 * @returns the state after a result; the very same state where its draw is known already as it is, so that nothing is
 * drawn in or announced twice (a stream that starts over repeats what it said, and polling always does)
 */
export function withResult(state: LiveState, { card, upcoming }: LiveResult): LiveState {
  const next = upcoming ? withUpcoming(state, upcoming) : state;
  if (!isNewer(state, card)) return next;
  return { ...next, results: { ...state.results, [card.gameId]: card }, ...showing(state, [card]) };
}

function withUpcoming(state: LiveState, card: UpcomingCard): LiveState {
  const known = state.upcoming[card.gameId];
  if (known && known.drawNumber > card.drawNumber) return state;
  // Of the same draw: its pot has changed where the draw before was corrected.
  if (known?.drawNumber === card.drawNumber && known.jackpotText === card.jackpotText) return state;
  return { ...state, upcoming: { ...state.upcoming, [card.gameId]: card } };
}

/** @returns the state after all newest cards at once, as polling brings them */
export function withLatest(state: LiveState, { cards, upcoming }: LatestCards): LiveState {
  let next = state;
  for (const card of cards) next = withResult(next, { card, upcoming: null });
  for (const card of upcoming) next = withUpcoming(next, card);
  return next;
}

/** @param draws newest draw number of each game, as the server says it */
export function isBehind(state: LiveState, draws: Readonly<Record<string, number>>): boolean {
  return Object.entries(state.shown).some(([gameId, number]) => (draws[gameId] ?? 0) > number);
}
