import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { PurgeNote } from '../cache/purge.ts';
import type { RedisLink } from './redis-link.ts';
import { hardFields, tagFields } from './tag-fields.ts';

/**
 * Maximum number of purges that this instance stores while Redis is down. If more purges occur, every instance marks
 * all its cached data as stale instead.
 */
const mostPending = 1000;

const CaughtUp = z.tuple([z.string(), z.coerce.number(), z.array(z.string())]);
const Note = z.object({
  id: z.string(),
  tags: z.array(z.string()),
  hard: z.boolean(),
  atMs: z.number().optional(),
});

export interface PurgeExchangeOptions {
  link: Pick<RedisLink, 'run'>;
  keyName: (...parts: string[]) => string;
  purgeKeys: readonly [clock: string, stream: string];
  onPurge: (note: PurgeNote) => void;
  onGap: () => void;
}

/** Exchanges purges with the other instances. The purges are applied in the order of their versions. */
export function createPurgeExchange(options: PurgeExchangeOptions) {
  const { link, keyName, onPurge, onGap } = options;
  const purgeKeys = [...options.purgeKeys];
  /**
   * Epoch and version (see scripts.ts) of the last purge that this instance has applied. Null until this instance has
   * connected to Redis for the first time.
   */
  let place: { epoch: string; version: number } | null = null;
  let pending: PurgeNote[] = [];
  let overflown = false;

  const send = async (note: PurgeNote): Promise<void> => {
    const { set } = tagFields(note.tags);
    const fields = note.hard ? [...set, ...hardFields(set)] : set;
    const keys = [...purgeKeys, keyName('purged', note.id)];
    await link.run('purge', keys, [randomUUID(), JSON.stringify(note), ...fields]);
  };

  const sendPending = async (): Promise<void> => {
    if (overflown) {
      await link.run('renew', purgeKeys, [randomUUID()]);
      overflown = false;
      pending = [];
    }
    while (pending[0]) {
      await send(pending[0]);
      pending.shift();
    }
  };

  const receive = async (): Promise<void> => {
    const [epoch, version, missed] = CaughtUp.parse(
      await link.run('catchUp', purgeKeys, [randomUUID(), place?.version ?? 0]),
    );
    const isSame = place?.epoch === epoch && place.version <= version;
    const isComplete =
      isSame && (version === place?.version || missed[0] === `${(place?.version ?? 0) + 1}-0`);
    if (!isComplete) {
      // This instance missed some purges, so any of its cached data may be outdated.
      onGap();
      place = { epoch, version };
      return;
    }
    let last = place?.version ?? 0;
    for (let index = 0; index + 1 < missed.length; index += 2) {
      last = Number.parseInt(missed[index] ?? '', 10);
      onPurge(Note.parse(JSON.parse(missed[index + 1] ?? '')));
    }
    place = { epoch, version: missed.length === 0 ? version : last };
    // A response of Redis contains at most 1000 purges, so request the remaining purges.
    if (last < version && missed.length > 0) await receive();
  };

  return {
    /** Sends a purge to the other instances immediately. @throws an error if Redis fails */
    send,
    /** Stores a purge until the next `catchUp`, which sends it to the other instances. */
    sendLater(note: PurgeNote): void {
      if (pending.length < mostPending) pending.push(note);
      else overflown = true;
    },
    /**
     * Sends the stored purges, then applies the purges of other instances.
     * @throws an error if Redis fails
     */
    async catchUp(): Promise<void> {
      await sendPending();
      await receive();
    },
    hasPending: (): boolean => pending.length > 0 || overflown,
  };
}
