import type { MoneyEvent } from '../cashier/context.ts';
import type { Transaction } from '../db/database.ts';
import { notify } from './notify.ts';

/** Notifies players of their deposits and withdrawals, in the transaction that moves the money. */
export function notifyOfMoney({ clock }: { clock: { now(): Date } }) {
  return async (tx: Transaction, event: MoneyEvent): Promise<void> => {
    const { kind, accountId, amountMinor, currencyCode, reason, takenMinor } = event;
    const amount = { amountMinor, currencyCode };
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
      case 'withdrawal-declined':
        return notify(
          tx,
          accountId,
          kind === 'withdrawal-refused' ? 'withdrawal_refused' : 'withdrawal_failed',
          { ...amount, ...(reason ? { reason: reason.slice(0, 400) } : {}) },
          now,
        );
      default:
        return undefined;
    }
  };
}
