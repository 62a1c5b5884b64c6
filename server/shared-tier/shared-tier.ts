import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Log } from '../cache/aged-cache.ts';
import type { Lifetime } from '../cache/lifetime.ts';
import type { PurgeNote } from '../cache/purge.ts';
import { ancestorsOf } from '../cache/tags.ts';
import type { RedisLink } from './redis-link.ts';

/** What a load brings, here or in another instance. */
export interface SharedValue {
  value: unknown;
  life: Lifetime;
}

export interface SharedAsk {
  key: string;
  tags: readonly string[];
  signal: AbortSignal;
}

/** What became of a read, for the metrics. */
export type SharedOutcome = 'fresh' | 'load' | 'alone' | 'stale' | 'bad';

/** The instances of one site as one: they load each upstream value once, and hear of each other's purges. */
export interface SharedTier {
  /**
   * A value that another instance has loaded, or what `load` brings here. Where an instance stands alone it is `load`
   * and nothing else; no failure of Redis ever comes through.
   * @returns with `failure`: that is why loading failed, and the value is from before
   * @throws what `load` threw
   */
  read(ask: SharedAsk, load: () => Promise<SharedValue>): Promise<SharedValue & { failure?: unknown }>;
  /**
   * Takes a purge to the other instances; kept for later while this one stands alone. Resolves when they can know of
   * it, or when that failed; never rejects.
   */
  announce(note: PurgeNote): Promise<void>;
  /** Whether the other instances are heard just now. */
  readonly joined: boolean;
  /** Resolves after the first try to join, whether it worked or not. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface SharedTierOptions {
  link: Pick<RedisLink, 'run' | 'prepare' | 'connected' | 'close' | 'trouble'>;
  /** Whose site it is: two customers may share a Redis. */
  ucid: string;
  /** Values of another build may have another shape. */
  buildId: string;
  /** Known to the instances alone: what they did not write they do not believe. */
  secret: string;
  log: Log;
  /** A purge of another instance. */
  onPurge: (note: PurgeNote) => void;
  /** Purges were missed, and nobody knows which. */
  onGap: () => void;
  count?: ((outcome: SharedOutcome) => void) | undefined;
  nowMs?: (() => number) | undefined;
}

/** The lock of an instance that has died is free after so long; one that lives extends it. */
const lockMs = 2000;
const extendMs = 700;
/** Who waits for another instance's load waits so long at most, then loads alone. */
const longestWaitMs = 5000;
const lookAgainMs = 30;
/** Between two looks at what others have purged. */
const catchUpMs = 200;
const longestRestMs = 2000;
/** Larger values each instance loads for itself. */
const longestBody = 1_000_000;
const mostPending = 1000;

const Taken = z.tuple([
  z.string(),
  z.coerce.number(),
  z.union([z.literal(0), z.literal(1), z.literal(2)]),
  z.string(),
  z.number(),
]);
const CaughtUp = z.tuple([z.string(), z.coerce.number(), z.array(z.string())]);
const Note = z.object({
  id: z.string(),
  tags: z.array(z.string()),
  hard: z.boolean(),
  atMs: z.number().optional(),
});
const Kept = z.object({
  value: z.unknown(),
  life: z.object({ expiresAtMs: z.number(), staleUntilMs: z.number(), errorUntilMs: z.number() }),
});

/** The fields of the clock that a purge of these tags sets, and that a value with these tags looks at. */
function fieldsOf(tags: readonly string[]) {
  const set = new Set<string>();
  const look = new Set<string>();
  for (const tag of tags) {
    set.add(tag);
    look.add(tag).add(`<${tag}`);
    for (const ancestor of ancestorsOf(tag)) {
      set.add(`<${ancestor}`);
      look.add(ancestor);
    }
  }
  return { set: [...set], look: [...look] };
}
const hard = (fields: readonly string[]) => fields.map((field) => `!${field}`);

/**
 * The tier of upstream data that instances share in Redis, and the way of purges between them. Redis is a help and
 * never a need: whatever is wrong with it, this instance stands alone at once, and rejoins by itself when it has
 * caught up with the purges that it missed.
 */
export function createSharedTier(options: SharedTierOptions): SharedTier {
  const { link, log, onPurge, onGap, count = () => undefined, nowMs = Date.now } = options;
  // One hash tag: every key of a customer stays on one node of a cluster.
  const name = (...parts: string[]) => [`{golden-lotto:${options.ucid}}`, ...parts].join(':');
  const clock = name('purges');
  const stream = name('purge-stream');

  let joined = false;
  let isNew = true;
  /** Where this instance stands in the purges of all; null: it never joined. */
  let place: { epoch: string; version: number } | null = null;
  let pending: PurgeNote[] = [];
  let overflown = false;
  let failures = 0;
  const ending = new AbortController();

  const leave = (error: unknown): void => {
    // Said once for each time: when it is left, and when it was not there from the start.
    if (joined || isNew) log.warn({ err: link.trouble ?? error }, 'Redis fails: this instance stands alone');
    joined = false;
    isNew = false;
  };

  const valueKeys = (key: string) => {
    const digest = createHash('sha256').update(key).digest('base64url');
    return [clock, stream, name('data', options.buildId, digest), name('lock', options.buildId, digest)];
  };
  const seal = (key: string, text: string): string =>
    createHmac('sha256', options.secret).update(`${key}\n${text}`).digest('base64url');

  /** Null where these bytes were not written by one of us for this key. */
  const open = (key: string, body: string): SharedValue | null => {
    const at = body.indexOf('\n');
    const given = Buffer.from(body.slice(0, Math.max(0, at)));
    const text = body.slice(at + 1);
    const own = Buffer.from(seal(key, text));
    if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
    return Kept.parse(JSON.parse(text));
  };

  interface Look {
    epoch: string;
    version: number;
    fresh: SharedValue | null;
    stale: SharedValue | null;
    locked: boolean;
  }

  /** Null where this instance stands alone. */
  const look = async ({ key, tags }: SharedAsk, token: string): Promise<Look | null> => {
    if (!joined) return null;
    const fields = fieldsOf(tags).look;
    const args = [randomUUID(), nowMs(), token, lockMs, fields.length, ...fields, ...hard(fields)];
    try {
      const [epoch, version, state, body, locked] = Taken.parse(await link.run('take', valueKeys(key), args));
      const kept = state === 0 ? null : open(key, body);
      if (state !== 0 && kept === null) count('bad');
      const isUsable = kept !== null && kept.life.errorUntilMs > nowMs();
      return {
        epoch,
        version,
        fresh: state === 2 ? kept : null,
        stale: isUsable ? kept : null,
        locked: locked === 1,
      };
    } catch (error) {
      leave(error);
      return null;
    }
  };

  const keep = async (
    { key, tags }: SharedAsk,
    found: Look,
    token: string,
    loaded: SharedValue,
  ): Promise<void> => {
    const { expiresAtMs, errorUntilMs } = loaded.life;
    const text = JSON.stringify(loaded);
    const lifeMs = Math.ceil(errorUntilMs - nowMs());
    if (text.length > longestBody || lifeMs <= 0)
      return void (await link.run('release', valueKeys(key).slice(3), [token]));
    const body = `${seal(key, text)}\n${text}`;
    const args = [randomUUID(), found.version, found.epoch, token, expiresAtMs, lifeMs, body];
    await link.run('put', valueKeys(key), [...args, ...fieldsOf(tags).look]);
  };

  const read: SharedTier['read'] = async (ask, load) => {
    const token = randomUUID();
    const waitUntil = performance.now() + longestWaitMs;
    let found = await look(ask, token);
    while (found && !found.fresh && !found.locked && performance.now() < waitUntil) {
      await sleep(lookAgainMs, undefined, { signal: ask.signal });
      found = await look(ask, token);
    }
    if (!found) {
      count('alone');
      return load();
    }
    if (found.fresh) {
      count('fresh');
      return found.fresh;
    }
    count(found.locked ? 'load' : 'alone');
    const lock = valueKeys(ask.key).slice(3);
    const extending = setInterval(() => {
      if (found?.locked) link.run('extend', lock, [token, lockMs]).catch(leave);
    }, extendMs);
    try {
      const loaded = await load();
      keep(ask, found, token, loaded).catch(leave);
      return loaded;
    } catch (error) {
      if (found.locked) link.run('release', lock, [token]).catch(leave);
      if (!found.stale) throw error;
      count('stale');
      return { ...found.stale, failure: error };
    } finally {
      clearInterval(extending);
    }
  };

  const send = async (note: PurgeNote): Promise<void> => {
    const { set } = fieldsOf(note.tags);
    const fields = note.hard ? [...set, ...hard(set)] : set;
    await link.run(
      'purge',
      [clock, stream, name('purged', note.id)],
      [randomUUID(), JSON.stringify(note), ...fields],
    );
  };

  const remember = (note: PurgeNote): void => {
    if (pending.length < mostPending) pending.push(note);
    else overflown = true;
  };

  /** Tells what could not be told, then hears what was missed; only then this instance is one of many again. */
  const catchUp = async (): Promise<void> => {
    if (overflown) {
      await link.run('renew', [clock, stream], [randomUUID()]);
      overflown = false;
      pending = [];
    }
    while (pending[0]) {
      await send(pending[0]);
      pending.shift();
    }
    const [epoch, version, missed] = CaughtUp.parse(
      await link.run('catchUp', [clock, stream], [randomUUID(), place?.version ?? 0]),
    );
    const isSame = place?.epoch === epoch && place.version <= version;
    const isWhole = isSame && (version === place?.version || missed[0] === `${(place?.version ?? 0) + 1}-0`);
    if (!isWhole) {
      // Whatever is in memory may have been purged meanwhile.
      onGap();
      place = { epoch, version };
      return;
    }
    let last = place?.version ?? 0;
    for (let index = 0; index + 1 < missed.length; index += 2) {
      last = Number.parseInt(missed[index] ?? '', 10);
      const note = Note.parse(JSON.parse(missed[index + 1] ?? ''));
      onPurge(note);
    }
    place = { epoch, version: missed.length === 0 ? version : last };
    if (last < version && missed.length > 0) await catchUp();
  };

  /** One look at the others. */
  const step = async (): Promise<void> => {
    try {
      if (!joined) await link.prepare();
      await catchUp();
      // What is purged here meanwhile is told as well before anything is read there.
      if (pending.length > 0 || overflown) return await step();
      failures = 0;
      if (!joined) log.info('joined the other instances in Redis');
      joined = true;
      isNew = false;
    } catch (error) {
      failures++;
      leave(error);
    }
  };

  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const restMs = Math.min(catchUpMs * 2 ** Math.min(failures, 4), longestRestMs);
      await sleep(restMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (!ending.signal.aborted) await step();
    }
  };
  let running: Promise<void> = Promise.resolve();

  return {
    read,

    async announce(note) {
      if (!joined) return remember(note);
      try {
        // Given to Redis before anything that this instance reads there from now on.
        await send(note);
      } catch (error) {
        leave(error);
        remember(note);
      }
    },

    get joined() {
      return joined;
    },

    async start() {
      await link.connected();
      await step();
      running = run();
    },

    async close() {
      joined = false;
      ending.abort();
      await running;
      link.close();
    },
  };
}

/** A site of one instance. */
export const standsAlone: SharedTier = {
  joined: false,
  read: (_ask, load) => load(),
  announce: async () => undefined,
  start: async () => undefined,
  close: async () => undefined,
};
