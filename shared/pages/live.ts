import type { ResultCard, UpcomingCard } from './cards.ts';

/** What GET /results/latest.json and `event: result` of GET /events carry. */
export interface LatestCards {
  cards: ResultCard[];
  upcoming: UpcomingCard[];
}

/**
 * `event: hello` of GET /events: first in each stream, and again about every 25 s, so that browsers notice a
 * dead connection and one that has missed something.
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
