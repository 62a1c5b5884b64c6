import type { ResultCard, UpcomingCard } from './cards.ts';

/** The data of GET /results/latest.json and of `event: result` of GET /events. */
export interface LatestCards {
  cards: ResultCard[];
  upcoming: UpcomingCard[];
}

/**
 * `event: hello` of GET /events: first in each stream, and again about every 25 s, so that browsers notice a
 * dead connection or missed results.
 */
export interface LiveHello {
  /** The server's time, ISO. */
  now: string;
  /** Number of the newest drawn draw of each game, by gameId. */
  draws: Record<string, number>;
}

export interface LiveResult {
  card: ResultCard;
  /** The next draw of the same game, or null where it is not known yet. */
  upcoming: UpcomingCard | null;
}
