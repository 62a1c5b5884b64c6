import type { Logger } from 'pino';

type Channel = 'mail' | 'sms';

interface Outage {
  since: Date;
  nextTryMs: number;
  nextLogMs: number;
}

/** While a server is unreachable, only one message is attempted in each interval of this length. */
const tryEveryMs = 30_000;
const logEveryMs = 10 * 60_000;
const servers = { mail: 'mail server', sms: 'SMS webhook' } as const;

export interface Outages {
  /** Returns how many messages may be sent over a channel now: at most `most`, and fewer during an outage. */
  allowed(channel: Channel, most: number): number;
  /** Records that the server of a channel could not be reached. */
  unreachable(channel: Channel, reason: string): Promise<void>;
  /** Records that the server of a channel has answered. */
  reached(channel: Channel): void;
}

/**
 * Remembers which servers are unreachable, so that an outage causes few attempts and few log lines. Messages are sent
 * soon after the outage ends.
 */
export function createOutages({
  clock,
  logger,
  countWaiting,
}: {
  clock: { now(): Date };
  logger: Logger;
  countWaiting: (channel: Channel) => Promise<number>;
}): Outages {
  const outages = new Map<Channel, Outage>();
  return {
    allowed(channel, most) {
      const outage = outages.get(channel);
      if (!outage) return most;
      const now = clock.now().getTime();
      if (now < outage.nextTryMs) return 0;
      outage.nextTryMs = now + tryEveryMs;
      return 1;
    },
    async unreachable(channel, reason) {
      const now = clock.now();
      const nowMs = now.getTime();
      const outage = outages.get(channel) ?? { since: now, nextTryMs: nowMs + tryEveryMs, nextLogMs: nowMs };
      outages.set(channel, outage);
      if (nowMs < outage.nextLogMs) return;
      outage.nextLogMs = nowMs + logEveryMs;
      const details = {
        channel,
        reason,
        since: outage.since.toISOString(),
        waiting: await countWaiting(channel),
      };
      logger.error(details, `${servers[channel]} unreachable, messages wait`);
    },
    reached(channel) {
      const outage = outages.get(channel);
      if (!outage) return;
      outages.delete(channel);
      logger.info({ channel, since: outage.since.toISOString() }, `${servers[channel]} reachable again`);
    },
  };
}
