import type { TagRegistry } from './tags.ts';

export class LoadTimeout extends Error {}

/** Thrown when a load is cancelled because all its waiters have disconnected. */
export class LoadAbandoned extends Error {}

export interface Load<T> {
  promise: Promise<T>;
  /** The version of the tag registry when the load began. */
  version: number;
  /** The tags of the value that is being loaded, or null if they are unknown until the load ends. */
  tags: readonly string[] | null;
  abort: AbortController;
  /** The number of callers that wait for the load, including background reloads, which never disconnect. */
  waiters: number;
}

export interface LoadsOptions {
  /** The name in error messages, such as 'data' or 'pages'. */
  name: string;
  tags: TagRegistry;
  limitMs: number;
}

export type Loads<T> = ReturnType<typeof createLoads<T>>;

/**
 * Runs one load at a time for each key and shares it among all callers. If a value is purged during its load, callers
 * after the purge do not share that load.
 */
export function createLoads<T>({ name, tags, limitMs }: LoadsOptions) {
  const loads = new Map<string, Load<T>>();

  /** @throws LoadTimeout, or the reason of the cancellation if the load is cancelled */
  async function limited<W>(work: Promise<W>, abort: AbortController): Promise<W> {
    const timer = setTimeout(
      () => abort.abort(new LoadTimeout(`${name}: not loaded within ${limitMs} ms`)),
      limitMs,
    );
    const ended = new Promise<never>((_resolve, reject) => {
      abort.signal.addEventListener('abort', () => reject(abort.signal.reason), { once: true });
    });
    try {
      return await Promise.race([work, ended]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /**
     * Begins a load.
     * @param settle converts the promise of `work` to the result of the load; called once
     */
    begin<W>(
      key: string,
      work: (signal: AbortSignal) => Promise<W>,
      knownTags: readonly string[] | null,
      settle: (work: Promise<W>, version: number) => Promise<T>,
    ): Load<T> {
      const abort = new AbortController();
      const { version } = tags;
      const run = async (): Promise<T> => {
        try {
          return await settle(limited(work(abort.signal), abort), version);
        } finally {
          if (loads.get(key) === load) loads.delete(key);
        }
      };
      // Start the work in a microtask, so that `load` is initialised before the work can end.
      const load: Load<T> = {
        version,
        tags: knownTags,
        abort,
        waiters: 0,
        promise: Promise.resolve().then(run),
      };
      loads.set(key, load);
      return load;
    },

    /**
     * Adds a waiter to a load. The load is cancelled when its last waiter disconnects.
     * @returns a function to call when the waiter has received its result
     */
    join(key: string, load: Load<T>, waiter: AbortSignal | undefined): () => void {
      load.waiters++;
      const leave = () => {
        load.waiters--;
        if (load.waiters > 0) return;
        // Remove the load, so that later requests do not join a cancelled load.
        if (loads.get(key) === load) loads.delete(key);
        load.abort.abort(new LoadAbandoned());
      };
      waiter?.addEventListener('abort', leave, { once: true });
      return () => waiter?.removeEventListener('abort', leave);
    },

    /**
     * Returns the load in progress for a key. Returns undefined if the value may have been purged since the load began.
     */
    inProgress(key: string): Load<T> | undefined {
      const load = loads.get(key);
      if (!load || load.version === tags.version) return load;
      return load.tags && tags.since(load.version, load.tags) === 'no' ? load : undefined;
    },

    has: (key: string): boolean => loads.has(key),
    get size() {
      return loads.size;
    },
  };
}
