import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { RedisLink } from './redis-link.ts';
import type { ReadShared, SharedOutcome, SharedRead, SharedValue } from './shared-read.ts';
import { hardFields, tagFields } from './tag-fields.ts';

/**
 * Lifetime of the lock for loading a value. A running load extends the lock. If the loading instance crashes, the lock
 * expires after this time.
 */
const lockMs = 2000;
const extendMs = 700;
/** An instance waits this long for another instance's load, then loads the value itself. */
const longestWaitMs = 5000;
const pollMs = 30;
/** Maximum length of a value that is shared through Redis. */
const longestBody = 1_000_000;

const Taken = z.tuple([
  z.string(),
  z.coerce.number(),
  z.union([z.literal(0), z.literal(1), z.literal(2)]),
  z.string(),
  z.number(),
]);
const StoredValue = z.object({
  value: z.unknown(),
  life: z.object({ expiresAtMs: z.number(), staleUntilMs: z.number(), errorUntilMs: z.number() }),
});

/** The stored value of one key, and whether this instance has the lock to load it. */
interface Entry {
  epoch: string;
  version: number;
  fresh: SharedValue | null;
  stale: SharedValue | null;
  locked: boolean;
}

export interface SharedValuesOptions {
  link: Pick<RedisLink, 'run'>;
  keyName: (...parts: string[]) => string;
  /** Keys of the clock and of the stream of purges (see scripts.ts). */
  purgeKeys: readonly [clock: string, stream: string];
  buildId: string;
  secret: string;
  isJoined: () => boolean;
  /** Called with the error if a Redis command has failed. */
  leave: (error: unknown) => void;
  count: (outcome: SharedOutcome) => void;
  nowMs: () => number;
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function sealOf(secret: string, key: string, text: string): string {
  return createHmac('sha256', secret).update(`${key}\n${text}`).digest('base64url');
}

/** Parses a value from Redis. Returns null if no instance of this site has signed the value for this key. */
function openBody(secret: string, key: string, body: string): SharedValue | null {
  const at = body.indexOf('\n');
  const given = Buffer.from(body.slice(0, Math.max(0, at)));
  const text = body.slice(at + 1);
  const expected = Buffer.from(sealOf(secret, key, text));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return StoredValue.parse(JSON.parse(text));
}

/**
 * Creates the function `read` of the shared tier. It lets one instance load a value, and the other instances read the
 * value from Redis.
 */
export function createSharedValues(options: SharedValuesOptions): ReadShared {
  const { link, keyName, secret, isJoined, leave, count, nowMs } = options;

  const lockOf = (digest: string): string => keyName('lock', options.buildId, digest);
  const keysOf = (key: string): string[] => {
    const digest = digestOf(key);
    return [...options.purgeKeys, keyName('data', options.buildId, digest), lockOf(digest)];
  };

  /** Looks a value up, and takes the lock if there is no fresh value. Returns null while Redis is unavailable. */
  const take = async ({ key, tags }: SharedRead, token: string): Promise<Entry | null> => {
    if (!isJoined()) return null;
    const fields = tagFields(tags).look;
    const args = [randomUUID(), nowMs(), token, lockMs, fields.length, ...fields, ...hardFields(fields)];
    try {
      const [epoch, version, state, body, locked] = Taken.parse(await link.run('take', keysOf(key), args));
      const stored = state === 0 ? null : openBody(secret, key, body);
      if (state !== 0 && stored === null) count('bad');
      const isUsable = stored !== null && stored.life.errorUntilMs > nowMs();
      return {
        epoch,
        version,
        fresh: state === 2 ? stored : null,
        stale: isUsable ? stored : null,
        locked: locked === 1,
      };
    } catch (error) {
      leave(error);
      return null;
    }
  };

  const store = async (
    { key, tags }: SharedRead,
    entry: Entry,
    token: string,
    loaded: SharedValue,
  ): Promise<void> => {
    const { expiresAtMs, errorUntilMs } = loaded.life;
    const text = JSON.stringify(loaded);
    const lifeMs = Math.ceil(errorUntilMs - nowMs());
    if (text.length > longestBody || lifeMs <= 0) {
      await link.run('release', [lockOf(digestOf(key))], [token]);
      return;
    }
    const body = `${sealOf(secret, key, text)}\n${text}`;
    const args = [randomUUID(), entry.version, entry.epoch, token, expiresAtMs, lifeMs, body];
    await link.run('put', keysOf(key), [...args, ...tagFields(tags).look]);
  };

  /** Looks up a value as `take` does, but waits while another instance has the lock and loads the value. */
  const takeInTurn = async (read: SharedRead, token: string): Promise<Entry | null> => {
    const waitUntil = performance.now() + longestWaitMs;
    let entry = await take(read, token);
    while (entry && !entry.fresh && !entry.locked && performance.now() < waitUntil) {
      await sleep(pollMs, undefined, { signal: read.signal });
      entry = await take(read, token);
    }
    return entry;
  };

  return async (read, load) => {
    const token = randomUUID();
    const entry = await takeInTurn(read, token);
    if (!entry) {
      count('alone');
      return load();
    }
    if (entry.fresh) {
      count('fresh');
      return entry.fresh;
    }
    count(entry.locked ? 'load' : 'alone');
    const lock = [lockOf(digestOf(read.key))];
    const extending = setInterval(() => {
      if (entry.locked) link.run('extend', lock, [token, lockMs]).catch(leave);
    }, extendMs);
    try {
      const loaded = await load();
      store(read, entry, token, loaded).catch(leave);
      return loaded;
    } catch (error) {
      if (entry.locked) link.run('release', lock, [token]).catch(leave);
      if (!entry.stale) throw error;
      count('stale');
      return { ...entry.stale, failure: error };
    } finally {
      clearInterval(extending);
    }
  };
}
