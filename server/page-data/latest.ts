import type { Game, Result, UpcomingDraw } from '../../shared/contract/draws.ts';
import type { LatestCards, LiveResult, UpcomingCard } from '../../shared/view/cards.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { resultCard, upcomingCard } from './cards.ts';
import type { Sources } from './sources.ts';
import type { Words } from './words.ts';

/** Cards of the next draws, soonest first. */
export const upcomingCards = (
  upcoming: readonly UpcomingDraw[],
  games: readonly Game[],
  words: Words,
  { boot }: SiteConfig,
): UpcomingCard[] =>
  upcoming.map((draw) =>
    upcomingCard(
      draw,
      games.find((game) => game.gameId === draw.gameId),
      words,
      boot,
    ),
  );

/** What browsers that cannot stream ask for again and again: the newest card of each game and its next draw. */
export async function latestCards(sources: Sources, words: Words, config: SiteConfig): Promise<LatestCards> {
  const [latest, upcoming, games] = await Promise.all([
    sources.latest(),
    sources.upcoming(),
    sources.games(),
  ]);
  return {
    cards: latest.map((result) => resultCard(result, words, config.boot)),
    upcoming: upcomingCards(upcoming, games, words, config),
  };
}

/** What open browsers are told of a result that was published just now. */
export async function liveResult(
  result: Result,
  sources: Sources,
  words: Words,
  config: SiteConfig,
): Promise<LiveResult> {
  const [upcoming, games] = await Promise.all([
    sources.optional(sources.upcoming()),
    sources.optional(sources.games()),
  ]);
  const next = upcoming?.filter((draw) => draw.gameId === result.gameId) ?? [];
  return {
    card: resultCard(result, words, config.boot),
    upcoming: upcomingCards(next, games ?? [], words, config)[0] ?? null,
  };
}
