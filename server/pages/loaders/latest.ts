import type { LatestCards } from '../../../shared/pages/live.ts';
import type { Sources } from '../../reads/sources.ts';
import { type Cards, upcomingCards } from '../cards.ts';

/** `/results/latest.json`, polled by browsers that cannot stream: the newest card of each game and its next draw. */
export async function latestCards(sources: Sources, cards: Cards): Promise<LatestCards> {
  const [latest, upcoming, games] = await Promise.all([
    sources.latest(),
    sources.upcoming(),
    sources.games(),
  ]);
  return { cards: latest.map(cards.result), upcoming: upcomingCards(upcoming, games, cards) };
}
