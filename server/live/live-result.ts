import type { Result } from '../../shared/contract/results.ts';
import type { LiveResult } from '../../shared/pages/live.ts';
import { type Cards, upcomingCards } from '../pages/cards.ts';
import type { Sources } from '../reads/sources.ts';

/**
 * Creates the event that open browsers receive for a published result. The event contains the card of the result and
 * the game's next draw.
 */
export async function liveResult(result: Result, sources: Sources, cards: Cards): Promise<LiveResult> {
  const [upcoming, games] = await Promise.all([
    sources.optional(sources.upcoming()),
    sources.optional(sources.games()),
  ]);
  const next = upcoming?.filter((draw) => draw.gameId === result.gameId) ?? [];
  return { card: cards.result(result), upcoming: upcomingCards(next, games ?? [], cards)[0] ?? null };
}
