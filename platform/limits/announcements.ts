import type { LimitKind, LimitPeriod } from '../../shared/contract/refusal-reasons.ts';
import type { Transaction } from '../db/database.ts';
import { notify } from '../notifications/notify.ts';

/** A limit of a player, with the amount that the event is about. */
export interface NamedLimit {
  accountId: string;
  kind: LimitKind;
  period: LimitPeriod;
  currencyCode: string;
}

/**
 * Notifies players of changes of their limits and breaks, in the transaction of the change. The kinds of
 * notifications decide which changes are also sent as a mail.
 */
export interface Announcements {
  /** A limit holds from now on. It was set, lowered, or raised by a confirmation. */
  limitHolds(tx: Transaction, limit: NamedLimit & { amountMinor: number }): Promise<void>;
  limitRemoved(tx: Transaction, limit: NamedLimit): Promise<void>;
  /** A higher limit, or the removal if `amountMinor` is null, waits for a confirmation. */
  changeWaits(
    tx: Transaction,
    limit: NamedLimit & { amountMinor: number | null; effectiveAt: Date; expiresAt: Date },
  ): Promise<void>;
  /** The player cancelled the waiting change. */
  changeCancelled(tx: Transaction, limit: NamedLimit): Promise<void>;
  timeOutBegun(tx: Transaction, event: { accountId: string; endsAt: Date }): Promise<void>;
  /** The player is excluded and cannot log in, so they read the notification after the exclusion. */
  excluded(tx: Transaction, event: { accountId: string; endsAt: Date | null }): Promise<void>;
  /** A deposit arrived that the player may not make now, and is sent back. */
  depositReturned(
    tx: Transaction,
    event: { accountId: string; amountMinor: number; currencyCode: string },
  ): Promise<void>;
}

function nameOf({ kind, period }: NamedLimit) {
  return { limit: kind, period };
}

export function createAnnouncements({ clock }: { clock: { now(): Date } }): Announcements {
  return {
    limitHolds: (tx, limit) => {
      const { accountId, amountMinor, currencyCode } = limit;
      return notify(tx, accountId, 'limit_set', { ...nameOf(limit), amountMinor, currencyCode }, clock.now());
    },
    limitRemoved: (tx, limit) => notify(tx, limit.accountId, 'limit_removed', nameOf(limit), clock.now()),
    changeWaits: (tx, limit) => {
      const { accountId, amountMinor, currencyCode, effectiveAt, expiresAt } = limit;
      const times = { confirmableAt: effectiveAt.toISOString(), expiresAt: expiresAt.toISOString() };
      const waiting = { ...nameOf(limit), ...times };
      const amount = amountMinor === null ? {} : { amountMinor, currencyCode };
      return notify(tx, accountId, 'limit_waiting', { ...waiting, ...amount }, clock.now());
    },
    changeCancelled: (tx, limit) => notify(tx, limit.accountId, 'limit_kept', nameOf(limit), clock.now()),
    timeOutBegun: (tx, { accountId, endsAt }) =>
      notify(tx, accountId, 'time_out', { endsAt: endsAt.toISOString() }, clock.now()),
    excluded: (tx, { accountId, endsAt }) =>
      notify(tx, accountId, 'exclusion', endsAt ? { endsAt: endsAt.toISOString() } : {}, clock.now()),
    depositReturned: (tx, { accountId, ...amount }) =>
      notify(tx, accountId, 'deposit_returned', amount, clock.now()),
  };
}
