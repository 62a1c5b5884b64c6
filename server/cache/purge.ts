import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CdnPurge } from './cdn-purge.ts';
import type { TagRegistry } from './tags.ts';

/** The source of a purge: an operator's request, a draw event, missed events, or another process. */
export type PurgeOrigin = 'ops' | 'event' | 'reset' | 'peer';

export type Purge = ReturnType<typeof createPurge>;

/** The message that announces a purge to other workers and instances. */
export interface PurgeNote {
  /**
   * Identifies the purge. Several processes can report the same event or find the same results in a poll. They then
   * derive the same id from the event id or the results. Otherwise the id is random.
   */
  id: string;
  tags: readonly string[];
  hard: boolean;
  /** The instant in ms at which the event that caused the purge was published, for the metrics. */
  atMs?: number | undefined;
}

/** Sends a purge to every other process that caches copies. It never waits and never throws. */
export interface PurgeBus {
  announce(note: PurgeNote): void;
}

export interface PurgeOptions {
  tags: TagRegistry;
  cdn: CdnPurge;
  metrics: {
    purged(origin: PurgeOrigin, tags: number): void;
    purgeLag(origin: PurgeOrigin, seconds: number): void;
  };
  bus?: PurgeBus | undefined;
  nowMs?: (() => number) | undefined;
}

/** The tags to purge after missed events. They cover older draws too, because their results can be corrected. */
const drawTags = ['results', 'draws', 'upcoming', 'winners'] as const;
/** How many purges are remembered, so that a purge that arrives through several channels is applied once. */
const remembered = 2000;

/** Purges the caches of this process, of the other processes and of the CDN. */
export function createPurge({ tags, cdn, metrics, bus, nowMs = Date.now }: PurgeOptions) {
  const applied = new LRUCache<string, true>({ max: remembered });

  /** @returns whether this process received the purge for the first time */
  const apply = (origin: PurgeOrigin, note: PurgeNote): boolean => {
    if (applied.has(note.id)) return false;
    applied.set(note.id, true);
    tags.purge(note.tags, { hard: note.hard });
    metrics.purged(origin, note.tags.length);
    if (note.atMs !== undefined) metrics.purgeLag(origin, (nowMs() - note.atMs) / 1000);
    return true;
  };

  return {
    /**
     * @param hard deletes the copies instead of marking them as stale, so that they are not returned even if loading
     * fails
     */
    byOperator(purged: readonly string[], { hard }: { hard: boolean }): void {
      const note = { id: randomUUID(), tags: purged, hard, atMs: nowMs() };
      apply('ops', note);
      bus?.announce(note);
      cdn.purge(purged, note.id);
    },

    /**
     * Applies an operator's purge that the primary process received. The primary process itself informs the other
     * workers and the CDN.
     */
    byPrimary(note: PurgeNote): void {
      if (apply('ops', note)) bus?.announce(note);
    },

    /**
     * Marks copies as stale after a publication.
     * @param id the same in every process that receives the event; null if only this process received it
     * @param atMs the instant of publication, if it is known
     */
    byEvent(purged: readonly string[], id: string | null, atMs?: number): void {
      const note = { id: id ?? randomUUID(), tags: purged, hard: false, atMs };
      if (!apply('event', note)) return;
      bus?.announce(note);
      cdn.purge(purged, note.id);
    },

    /**
     * Purges all draw data, because events may have been missed and other processes may have cached old data since
     * then.
     */
    afterGap(): void {
      const note = { id: randomUUID(), tags: drawTags, hard: false };
      apply('reset', note);
      bus?.announce(note);
      cdn.purge(note.tags, note.id);
    },

    /**
     * Applies a purge that another process announced. It is not announced again, and the other process informs the CDN.
     */
    fromPeer(note: PurgeNote): void {
      apply('peer', note);
    },
  };
}
