import type { MoneyEvent } from '../cashier/context.ts';
import type { Transaction } from '../db/database.ts';
import { notify } from './notify.ts';

/** Notifies players of their deposits and withdrawals, in the transaction that moves the money. */
export function notifyOfMoney({ clock }: { clock: { now(): Date } }) {
  return async (tx: Transaction, event: MoneyEvent): Promise<void> => {
    const { kind, accountId, amountMinor, currencyCode, origin = 'player', reason, declineReason } = event;
    const amount = { amountMinor, currencyCode };
    const why = reason ? { reason: reason.slice(0, 400) } : {};
    const taken = event.takenMinor === undefined ? {} : { takenMinor: event.takenMinor };
    const now = clock.now();
    // Omit the intermediate steps of a withdrawal that the player did not request. The player could mistake these steps
    // for a theft.
    const isStep = kind === 'withdrawal-approved' || kind === 'withdrawal-sent';
    if (origin !== 'player' && isStep) return undefined;
    switch (kind) {
      case 'deposit':
        return notify(tx, accountId, 'deposit', amount, now);
      case 'withdrawal':
        return notify(
          tx,
          accountId,
          origin === 'player' ? 'withdrawal_requested' : 'payout_opened',
          amount,
          now,
        );
      case 'withdrawal-approved':
        return notify(tx, accountId, 'withdrawal_approved', amount, now);
      case 'withdrawal-sent':
        return notify(tx, accountId, 'withdrawal_sent', amount, now);
      case 'withdrawal-paid':
        return origin === 'returned-deposit' || origin === 'operator-deposits'
          ? notify(tx, accountId, 'deposit_sent_back', amount, now)
          : notify(tx, accountId, 'withdrawal_paid', { ...amount, ...taken }, now);
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
