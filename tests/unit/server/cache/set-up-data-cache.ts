import { vi } from 'vitest';
import { createDataCache, type DataCacheEvent, type ReadSpec } from '../../../../server/cache/data-cache.ts';
import { createTagRegistry } from '../../../../server/cache/tags.ts';
import { createRecordingLog } from '../../../helpers/recording-log.ts';

const policy = { freshMs: 10_000, staleWhileRevalidateMs: 20_000, staleIfErrorMs: 600_000 };
/**
 * Start time of the tests' clocks. It is 17:30 in India, hours before midnight, so that no cached value expires at
 * midnight.
 */
export const start = Date.UTC(2026, 10, 21, 12);

/** Creates a data cache, and a function that reads one key. A test can delay or reject the loads of this key. */
export function setUpDataCache({ maxBytes = 1_000_000 } = {}) {
  const tags = createTagRegistry();
  const { log, lines } = createRecordingLog();
  const events: DataCacheEvent[] = [];
  const cache = createDataCache({
    maxBytes,
    tags,
    log,
    timeZone: 'Asia/Kolkata',
    count: (event) => events.push(event),
  });
  let loads = 0;
  /** Returns 1, 2, 3 …, so that a test can see which load a value came from. */
  const load = vi.fn<(signal: AbortSignal) => Promise<number>>(async () => ++loads);
  const spec = (changes: Partial<ReadSpec<number>> = {}): ReadSpec<number> => ({
    key: { call: 'result' },
    policy,
    tags: ['results:keno'],
    load,
    ...changes,
  });
  const read = (changes?: Partial<ReadSpec<number>>) => cache.read(spec(changes));
  return { cache, tags, lines, events, load, spec, read };
}

/** Waits until background loads have finished. */
export const settle = () => vi.advanceTimersByTimeAsync(0);
