import { randomUUID } from 'node:crypto';
import type { LimitRow } from './repository.ts';

/** A higher limit waits this long before the player can confirm it. */
export const waitMs = 86_400_000;
/** A change that is not confirmed within this time is dropped. */
export const confirmWithinMs = 7 * 86_400_000;

const nothingWaits = { waitingId: null, waitingAmountMinor: null, effectiveAt: null, expiresAt: null };

export interface Waiting {
  limitId: string;
  amountMinor: number | null;
  effectiveAt: Date;
  expiresAt: Date;
}

/** Returns the waiting change of a limit, unless it has expired. */
export function waitingOf(
  { waitingId, waitingAmountMinor, effectiveAt, expiresAt }: LimitRow,
  now: Date,
): Waiting | null {
  if (waitingId === null || !effectiveAt || !expiresAt || expiresAt <= now) return null;
  return { limitId: waitingId, amountMinor: waitingAmountMinor, effectiveAt, expiresAt };
}

/**
 * The outcome of a request to change a limit. `holds`: the new limit applies at once. `waits`: a higher limit, or the
 * removal of the limit, waits for a confirmation. `kept`: the requested limit already applies, and the request
 * cancelled a waiting change. `same`: the request changed nothing.
 */
export type Change = { outcome: 'holds' | 'waits' | 'kept'; row: LimitRow } | { outcome: 'same' };

/** @param amountMinor the requested limit; null to remove the limit */
export function changeLimit(row: LimitRow, amountMinor: number | null, now: Date): Change {
  const current = row.amountMinor;
  const waiting = waitingOf(row, now);
  if (amountMinor === current)
    return waiting
      ? { outcome: 'kept', row: { ...row, ...nothingWaits, changedAt: now } }
      : { outcome: 'same' };
  if (amountMinor !== null && (current === null || amountMinor < current))
    return { outcome: 'holds', row: { ...row, ...nothingWaits, amountMinor, changedAt: now } };
  // A repeated request must not begin the waiting time again.
  if (waiting?.amountMinor === amountMinor) return { outcome: 'same' };
  const effectiveAt = new Date(now.getTime() + waitMs);
  return {
    outcome: 'waits',
    row: {
      ...row,
      waitingId: randomUUID(),
      waitingAmountMinor: amountMinor,
      effectiveAt,
      expiresAt: new Date(effectiveAt.getTime() + confirmWithinMs),
      changedAt: now,
    },
  };
}

/** Returns the row of a limit after its waiting change is confirmed. */
export function confirmedLimit(row: LimitRow, { amountMinor }: Waiting, now: Date): LimitRow {
  return { ...row, ...nothingWaits, amountMinor, changedAt: now };
}
