import type { Game, Result, UpcomingDraw } from '../../shared/contract/draws.ts';
import type { LatestCards, LiveResult, UpcomingCard } from '../../shared/view/cards.ts';
import type { Cards } from './cards.ts';
import type { Sources } from './sources.ts';

/** Cards of the next draws, soonest first. */
export const upcomingCards = (
  upcoming: readonly UpcomingDraw[],
  games: readonly Game[],
  cards: Cards,
): UpcomingCard[] =>
  upcoming.map((draw) => {
    const game = games.find(({ gameId }) => gameId === draw.gameId);
    return cards.upcoming(draw, game);
  });

/** What browsers that cannot stream ask for again and again: the newest card of each game and its next draw. */
export async function latestCards(sources: Sources, cards: Cards): Promise<LatestCards> {
  const [latest, upcoming, games] = await Promise.all([
    sources.latest(),
    sources.upcoming(),
    sources.games(),
  ]);
  return { cards: latest.map(cards.result), upcoming: upcomingCards(upcoming, games, cards) };
}

/** What open browsers are told of a result that was published just now. */
export async function liveResult(result: Result, sources: Sources, cards: Cards): Promise<LiveResult> {
  const [upcoming, games] = await Promise.all([
    sources.optional(sources.upcoming()),
    sources.optional(sources.games()),
  ]);
  const next = upcoming?.filter((draw) => draw.gameId === result.gameId) ?? [];
  return { card: cards.result(result), upcoming: upcomingCards(next, games ?? [], cards)[0] ?? null };
}
