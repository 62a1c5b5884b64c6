import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CdnPurge } from './cdn-purge.ts';
import type { TagRegistry } from './tags.ts';

/**
 * The source of a purge: an operator's request, a draw event, a notice of the CMS, missed events, or another process.
 */
export type PurgeOrigin = 'ops' | 'event' | 'content' | 'reset' | 'peer';

export type Purge = ReturnType<typeof createPurge>;

/** The message that announces a purge to other workers and instances. */
export interface PurgeNote {
  /**
   * Identifies the purge. Processes that receive the same event, poll the same results or receive the same notice of
   * the CMS use the same id. The ids of other purges are random.
   */
  id: string;
  tags: readonly string[];
  hard: boolean;
  /**
   * The instant in ms at which an event was published or an operator requested the purge. It is used for the metrics.
   */
  atMs?: number | undefined;
}

/** Sends a purge to every other process that caches copies. `announce` returns immediately and never throws. */
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
 * The tags to purge after missed events. They include the tags of older draws, because a missed event may have
 * corrected an older result.
 */
const drawTags = ['results', 'draws', 'upcoming', 'winners'] as const;
/**
 * The number of purges whose ids are remembered, so that a purge that arrives through several channels is applied only
 * once.
 */
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
     * @param hard if true, copies are deleted instead of marked as stale. Deleted copies are not returned even if
     *   loading fails
     */
    byOperator(purged: readonly string[], { hard }: { hard: boolean }): void {
      const note = { id: randomUUID(), tags: purged, hard, atMs: nowMs() };
      apply('ops', note);
      bus?.announce(note);
      cdn.purge(purged, note.id);
    },

    /**
     * Applies an operator's purge that the primary process received, and announces it to other instances. The primary
     * process itself sends the purge to all workers and to the CDN.
     */
    byPrimary(note: PurgeNote): void {
      if (apply('ops', note)) bus?.announce(note);
    },

    /**
     * Marks copies as stale after a publication.
     * @param id an id that is the same in every process that receives the event, or null if the event has no id
     * @param atMs the instant of publication, if it is known
     */
    byEvent(purged: readonly string[], id: string | null, atMs?: number): void {
      const note = { id: id ?? randomUUID(), tags: purged, hard: false, atMs };
      if (!apply('event', note)) return;
      bus?.announce(note);
      cdn.purge(purged, note.id);
    },

    /**
     * Marks copies of changed CMS texts as stale, and deletes copies of removed texts. `changed` and `removed` are
     * lists of tags.
     * @param id an id that is the same if the notice of the change is received again
     * @returns false if the notice was received before
     */
    byEditors(
      { changed, removed }: { changed: readonly string[]; removed: readonly string[] },
      id: string,
    ): boolean {
      const notes = [
        { id: `${id}:changed`, tags: changed, hard: false },
        { id: `${id}:removed`, tags: removed, hard: true },
      ].filter(({ tags: named }) => named.length > 0);
      const news = notes.filter((note) => apply('content', note));
      for (const note of news) {
        bus?.announce(note);
        cdn.purge(note.tags, note.id);
      }
      return news.length > 0 || notes.length === 0;
    },

    /**
     * Purges all draw data, because events may have been missed. The purge is sent to the other processes too, because
     * they may have cached old data since the first missed event.
     */
    afterGap(): void {
      const note = { id: randomUUID(), tags: drawTags, hard: false };
      apply('reset', note);
      bus?.announce(note);
      cdn.purge(note.tags, note.id);
    },

    /**
     * Applies a purge that another process announced. The announcing process itself sends the purge to all other
     * processes and to the CDN.
     */
    fromPeer(note: PurgeNote): void {
      apply('peer', note);
    },
  };
}
