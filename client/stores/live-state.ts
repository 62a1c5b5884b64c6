import type { LatestCards, LiveResult, ResultCard, UpcomingCard } from '../../shared/view/cards.ts';

/** What has arrived since the document was made, newest of each game. */
export interface LiveState {
  results: Readonly<Record<string, ResultCard>>;
  upcoming: Readonly<Record<string, UpcomingCard>>;
  /** Number of the newest draw of each game that the page shows, from the document or from here. */
  shown: Readonly<Record<string, number>>;
}

export const noNews: LiveState = { results: {}, upcoming: {}, shown: {} };

/** @returns the state that also knows what the document itself shows; the very same where it does already */
export function withShown(state: LiveState, cards: readonly ResultCard[]): LiveState {
  const news = cards.filter(({ gameId, drawNumber }) => drawNumber > (state.shown[gameId] ?? 0));
  if (news.length === 0) return state;
  const shown = news.map(({ gameId, drawNumber }) => [gameId, drawNumber] as const);
  return { ...state, shown: { ...state.shown, ...Object.fromEntries(shown) } };
}

/**
 * @returns the state after a result; the very same state where its draw is known already, so that nothing is
 * drawn in or announced twice (a stream that starts over repeats what it said, and polling always does)
 */
export function withResult(state: LiveState, { card, upcoming }: LiveResult): LiveState {
  const next = upcoming ? withUpcoming(state, upcoming) : state;
  if (card.drawNumber <= (state.shown[card.gameId] ?? 0)) return next;
  return {
    ...next,
    results: { ...state.results, [card.gameId]: card },
    shown: { ...state.shown, [card.gameId]: card.drawNumber },
  };
}

function withUpcoming(state: LiveState, card: UpcomingCard): LiveState {
  const known = state.upcoming[card.gameId];
  if (known && known.drawNumber >= card.drawNumber) return state;
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
