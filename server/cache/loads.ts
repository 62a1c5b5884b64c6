import type { TagRegistry } from './tags.ts';

export class LoadTimeout extends Error {}

/** All waiters of a load have disconnected: it was cancelled. */
export class LoadAbandoned extends Error {}

/** A load in progress. */
export interface Load<T> {
  promise: Promise<T>;
  /** Version of the tags when it began. */
  version: number;
  /** Null: the tags are not known before the load ends. */
  tags: readonly string[] | null;
  abort: AbortController;
  /** Callers that wait for it, including those that cannot disconnect. */
  waiters: number;
}

export interface LoadsOptions {
  /** For error messages: 'data', 'pages'. */
  name: string;
  tags: TagRegistry;
  limitMs: number;
}

export type Loads<T> = ReturnType<typeof createLoads<T>>;

/** One load at a time for a key, shared by all callers unless a purge since its beginning may concern it. */
export function createLoads<T>({ name, tags, limitMs }: LoadsOptions) {
  const loads = new Map<string, Load<T>>();

  /** @throws LoadTimeout, or the reason of the abort, as soon as the load is cancelled */
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
     * @param settle makes the outcome of the work, whether it succeeded or failed; called once
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
      // Runs in a microtask, so that `load` is initialised before the work can end.
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
     * Adds a waiter. The last one that disconnects cancels the load.
     * @returns what to call when the waiter has its answer
     */
    join(key: string, load: Load<T>, waiter: AbortSignal | undefined): () => void {
      load.waiters++;
      const leave = () => {
        load.waiters--;
        if (load.waiters > 0) return;
        // A later request needs a load of its own.
        if (loads.get(key) === load) loads.delete(key);
        load.abort.abort(new LoadAbandoned());
      };
      waiter?.addEventListener('abort', leave, { once: true });
      return () => waiter?.removeEventListener('abort', leave);
    },

    /** The load in progress for a key, unless a purge since its beginning may concern it. */
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
