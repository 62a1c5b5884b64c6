import type { ResultCard, UpcomingCard } from './cards.ts';

/** The data of GET /results/latest.json. */
export interface LatestCards {
  cards: ResultCard[];
  upcoming: UpcomingCard[];
}

/**
 * The data of `event: hello` of GET /events. The server sends this event first in each stream and then about every 25
 * s, so that browsers notice dead connections and missed results.
 */
export interface LiveHello {
  /** The server's time, as an ISO instant. */
  now: string;
  /** Number of each game's newest published draw, by gameId. */
  draws: Record<string, number>;
}

/** The data of `event: result` of GET /events. */
export interface LiveResult {
  card: ResultCard;
  /** The next draw of the card's game, or null if it is not known yet. */
  upcoming: UpcomingCard | null;
}
