import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CdnPurge } from './cdn-purge.ts';
import type { TagRegistry } from './tags.ts';

/** Where a purge began. */
export type PurgeOrigin = 'ops' | 'event' | 'reset' | 'peer';

export type Purge = ReturnType<typeof createPurge>;

/** A purge as it is sent to other workers and instances. */
export interface PurgeNote {
  /** Equal in every process for the same cause: `event:` and the platform's id, else random. */
  id: string;
  tags: readonly string[];
  hard: boolean;
  /** When the cause of the purge was published or announced, ms; for the metrics. */
  atMs?: number | undefined;
}

/** Sends a purge to every other process that caches copies. Never waits, never throws. */
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

/**
 * Tags of everything that may have changed while events were missed, including settled draws, which can be
 * corrected.
 */
const drawTags = ['results', 'draws', 'upcoming', 'winners'] as const;
/** Number of purges that are remembered, so that one which arrives in several ways is applied once. */
const remembered = 2000;

/** Purges this process, the other processes and the CDN. */
export function createPurge({ tags, cdn, metrics, bus, nowMs = Date.now }: PurgeOptions) {
  const applied = new LRUCache<string, true>({ max: remembered });

  /** @returns whether the purge was new in this process */
  const apply = (origin: PurgeOrigin, note: PurgeNote): boolean => {
    if (applied.has(note.id)) return false;
    applied.set(note.id, true);
    tags.purge(note.tags, { hard: note.hard });
    metrics.purged(origin, note.tags.length);
    if (note.atMs !== undefined) metrics.purgeLag(origin, (nowMs() - note.atMs) / 1000);
    return true;
  };

  return {
    /** @param hard drops copies altogether, so that they are not returned even when loading fails */
    byOperator(purged: readonly string[], { hard }: { hard: boolean }): void {
      const note = { id: randomUUID(), tags: purged, hard, atMs: nowMs() };
      apply('ops', note);
      bus?.announce(note);
      cdn.purge(purged, note.id);
    },

    /** An operator's purge that arrived through the primary process, which informs workers and CDN itself. */
    byPrimary(note: PurgeNote): void {
      if (apply('ops', note)) bus?.announce(note);
    },

    /**
     * Marks copies as stale after a publication.
     * @param id equal in every process that receives the event; null: only this one received it
     * @param atMs when it was published, where that is known
     */
    byEvent(purged: readonly string[], id: string | null, atMs?: number): void {
      const note = { id: id ?? randomUUID(), tags: purged, hard: false, atMs };
      if (!apply('event', note)) return;
      bus?.announce(note);
      cdn.purge(purged, note.id);
    },

    /** Events may have been missed, and other processes may have loaded old data meanwhile. */
    afterGap(): void {
      const note = { id: randomUUID(), tags: drawTags, hard: false };
      apply('reset', note);
      bus?.announce(note);
      cdn.purge(note.tags, note.id);
    },

    /** A purge of another process, which informs the CDN: applied here once and not announced again. */
    fromPeer(note: PurgeNote): void {
      apply('peer', note);
    },
  };
}
