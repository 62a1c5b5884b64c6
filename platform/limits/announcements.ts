import type { LimitKind, LimitPeriod } from '../../shared/contract/refusal-reasons.ts';
import type { Transaction } from '../db/database.ts';
import { notify } from '../notifications/notify.ts';

/** Identifies a limit of a player. `currencyCode` is the currency of the amounts in the notifications. */
export interface NamedLimit {
  accountId: string;
  kind: LimitKind;
  period: LimitPeriod;
  currencyCode: string;
}

/**
 * Notifies players of changes of their limits and breaks (time-outs and exclusions), in the transaction of the change.
 * platform/messages/kinds.ts lists the notifications that are also sent as a mail.
 */
export interface Announcements {
  /**
   * Notifies the player of a limit that now applies. The player set the limit, lowered it, or confirmed a higher limit.
   */
  limitHolds(tx: Transaction, limit: NamedLimit & { amountMinor: number }): Promise<void>;
  limitRemoved(tx: Transaction, limit: NamedLimit): Promise<void>;
  /**
   * Notifies the player of a change that waits for their confirmation. The change raises the limit, or removes the
   * limit if `amountMinor` is null.
   */
  changeWaits(
    tx: Transaction,
    limit: NamedLimit & { amountMinor: number | null; effectiveAt: Date; expiresAt: Date },
  ): Promise<void>;
  /** Notifies the player that a waiting change was cancelled at their request. */
  changeCancelled(tx: Transaction, limit: NamedLimit): Promise<void>;
  timeOutBegun(tx: Transaction, event: { accountId: string; endsAt: Date }): Promise<void>;
  /**
   * Notifies the player of their exclusion. An excluded player cannot log in, so they can read the notification on the
   * site only after the exclusion.
   */
  excluded(tx: Transaction, event: { accountId: string; endsAt: Date | null }): Promise<void>;
  /**
   * Notifies the player of a deposit that is sent back, because a limit, a time-out or an exclusion does not allow it.
   */
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
