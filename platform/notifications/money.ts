import type { MoneyEvent } from '../cashier/context.ts';
import type { Transaction } from '../db/database.ts';
import { notify } from './notify.ts';

/** Notifies players of their deposits and withdrawals, in the transaction that moves the money. */
export function notifyOfMoney({ clock }: { clock: { now(): Date } }) {
  return async (tx: Transaction, event: MoneyEvent): Promise<void> => {
    const { kind, accountId, amountMinor, currencyCode, reason, declineReason, takenMinor } = event;
    const amount = { amountMinor, currencyCode };
    const why = reason ? { reason: reason.slice(0, 400) } : {};
    const now = clock.now();
    switch (kind) {
      case 'deposit':
        return notify(tx, accountId, 'deposit', amount, now);
      case 'withdrawal':
        return notify(tx, accountId, 'withdrawal_requested', amount, now);
      case 'withdrawal-approved':
        return notify(tx, accountId, 'withdrawal_approved', amount, now);
      case 'withdrawal-sent':
        return notify(tx, accountId, 'withdrawal_sent', amount, now);
      case 'withdrawal-paid':
        return notify(
          tx,
          accountId,
          'withdrawal_paid',
          { ...amount, ...(takenMinor === undefined ? {} : { takenMinor }) },
          now,
        );
      case 'withdrawal-refused':
        return notify(tx, accountId, 'withdrawal_refused', { ...amount, ...why }, now);
      case 'withdrawal-declined': {
        const decline = declineReason ? { decline: declineReason } : {};
        return notify(tx, accountId, 'withdrawal_failed', { ...amount, ...why, ...decline }, now);
      }
      default:
        return undefined;
    }
  };
}
