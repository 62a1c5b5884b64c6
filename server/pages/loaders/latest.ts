import type { LatestCards } from '../../../shared/pages/live.ts';
import { upcomingCards } from '../cards.ts';
import type { FileLoader } from '../loader.ts';

/**
 * Loads `/results/latest.json`: the newest result and the next draw of each game. Browsers without event streams poll
 * this file.
 */
export const loadLatest: FileLoader = async ({ sources, cards }) => {
  const [latest, upcoming, games] = await Promise.all([
    sources.latest(),
    sources.upcoming(),
    sources.games(),
  ]);
  const body: LatestCards = {
    cards: latest.map(cards.result),
    upcoming: upcomingCards(upcoming, games, cards),
  };
  return { contentType: 'application/json; charset=utf-8', text: JSON.stringify(body) };
};
