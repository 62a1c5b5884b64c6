import { countedAs } from '../../shared/domain/client-address.ts';

/**
 * The visitor or player for whom the site sends an upstream request. The circuit breaker counts failures separately by
 * `address` and by `name`.
 */
export interface BreakerCaller {
  /** The key under which failures of the client's IP address are counted. */
  address: string;
  /** Key of the player who sent the request. For a request without a player, this is the same text as `address`. */
  name: string;
}

/** @param player key of the player, or null for a visitor */
export function callerAt(address: string, player: string | null = null): BreakerCaller {
  const counted = countedAs(address) ?? address;
  return { address: counted, name: player ?? counted };
}

/** An upstream counts as down only if requests of this many different callers have failed. */
const callersNeeded = 5;
/** Failures older than this are ignored. */
const windowMs = 10_000;
/** An upstream that has answered any request within this time counts as up. */
const answeredMs = 2000;

/**
 * Creates a list of callers, by address or name, with the time of each caller's last failed request. If the list has
 * more than `most` callers, it drops the caller whose last failure is the oldest.
 */
function createRecent(most: number) {
  const usedAtMs = new Map<string, number>();
  return {
    add(text: string, now: number): void {
      usedAtMs.delete(text);
      usedAtMs.set(text, now);
      const [oldest] = usedAtMs.keys();
      if (usedAtMs.size > most && oldest !== undefined) usedAtMs.delete(oldest);
    },
    /** Returns whether the list is full and each of its callers failed at or after this instant. */
    isFullSince(instant: number): boolean {
      const [oldest] = usedAtMs.values();
      return usedAtMs.size === most && oldest !== undefined && oldest >= instant;
    },
    clear(): void {
      // Clearing a map allocates a new table, even if the map is empty.
      if (usedAtMs.size > 0) usedAtMs.clear();
    },
  };
}

/**
 * Decides from the outcomes of single requests whether a whole upstream is down. The upstream counts as down only if
 * requests of several addresses and of several different players have failed. Failures of one player at many addresses,
 * or of many players at one address, are not enough.
 */
export function createOutageEvidence(nowMs: () => number = Date.now) {
  const addresses = createRecent(callersNeeded);
  const names = createRecent(callersNeeded);
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  return {
    /**
     * Records a failed request. The failure is ignored if the upstream answered another request meanwhile, because the
     * upstream is then busy and not down. For example, most of 400 concurrent logins time out while some are answered.
     */
    addOutage({ address, name }: BreakerCaller, startedAtMs: number): void {
      if (answeredAtMs >= startedAtMs) return;
      addresses.add(address, nowMs());
      names.add(name, nowMs());
    },
    addAnswer(): void {
      answeredAtMs = nowMs();
      addresses.clear();
      names.clear();
    },
    isDown(): boolean {
      const now = nowMs();
      if (now - answeredAtMs < answeredMs) return false;
      return addresses.isFullSince(now - windowMs) && names.isFullSince(now - windowMs);
    },
  };
}
