import { z } from 'zod';
import type { Notification, NotificationTab } from '../../shared/contract/notifications.ts';
import { declineReasons } from '../cashier/provider.ts';

const Amount = z.strictObject({ amountMinor: z.int().nonnegative(), currencyCode: z.string().length(3) });

function line(longest: number) {
  return z.string().min(1).max(longest);
}

const correctedDraw = {
  game: line(80),
  draw: z.int().positive(),
  currencyCode: z.string().length(3),
  /** The operator's public reason for the correction. */
  reason: line(300),
};

const Limit = z.strictObject({
  limit: z.enum(['deposit', 'spend']),
  period: z.enum(['day', 'week', 'month']),
});

/**
 * Every kind of notification, with the data that its text needs. Amounts are in minor units, and instants have a name
 * that ends with `At`.
 */
export const notificationData = {
  welcome: z.strictObject({}),
  deposit: Amount,
  /** A deposit is sent back, because a limit, a time-out or an exclusion does not allow it. */
  deposit_returned: Amount,
  /** Deposited money was sent back to the account or card that it came from. */
  deposit_sent_back: Amount,
  /** An operator requested a withdrawal for a player who cannot log in. */
  payout_opened: Amount,
  /** A withdrawal was requested. Its amount is reserved until the withdrawal is decided. */
  withdrawal_requested: Amount,
  /** An operator approved a withdrawal, and the payment provider has not paid it yet. */
  withdrawal_approved: Amount,
  /** The payment provider accepted the payout. */
  withdrawal_sent: Amount,
  /**
   * A withdrawal was paid. If its amount was returned to the wallet before, `takenMinor` is the part of the amount that
   * was then taken from the wallet again.
   */
  withdrawal_paid: Amount.extend({ takenMinor: z.int().positive().optional() }),
  /**
   * A withdrawal was refused, and its amount is back in the wallet. The data contains the operator's reason if the
   * operator gave a reason.
   */
  withdrawal_refused: Amount.extend({ reason: line(400).optional() }),
  /** The payment provider or an operator declined a payout, and its amount is back in the wallet. */
  withdrawal_failed: Amount.extend({
    /** The operator's reason. `decline` is the provider's reason. */
    reason: line(400).optional(),
    decline: z.enum(declineReasons).optional(),
  }),
  /** A bank account for withdrawals was added. */
  destination_added: z.strictObject({ label: line(60) }),
  /** The player requested the check of their identity. */
  identity_pending: z.strictObject({}),
  /** An operator approved the player's identity. The first withdrawal requires this approval. */
  identity_approved: z.strictObject({}),
  identity_refused: z.strictObject({ reason: line(400).optional() }),
  /** A limit applies at once. The player set the limit, lowered it, or confirmed a higher limit. */
  limit_set: Limit.extend(Amount.shape),
  /** The player asked for a higher limit, or for no limit. The limit in force stays until they confirm the change. */
  limit_waiting: Limit.extend(Amount.partial().shape).extend({
    confirmableAt: z.iso.datetime(),
    /**
     * The change is dropped if the player has not confirmed it by this time. Notifications of earlier releases lack
     * this field.
     */
    expiresAt: z.iso.datetime().optional(),
  }),
  limit_removed: Limit,
  /** The player cancelled the waiting change of a limit. */
  limit_kept: Limit,
  /** The player takes a break. Deposits and purchases are rejected until it ends. */
  time_out: z.strictObject({ endsAt: z.iso.datetime() }),
  /** The player excluded themselves. Without `endsAt`, the exclusion never ends. */
  exclusion: z.strictObject({ endsAt: z.iso.datetime().optional() }),
  win: Amount.extend({ game: line(80), draw: z.int().positive() }),
  /** An operator refused the prize of a receipt. */
  prize_refused: Amount.extend({ game: line(80), draw: z.int().positive(), reason: line(300) }),
  /** An operator ended the refusal of a prize. */
  prize_accepted: Amount.extend({ game: line(80), draw: z.int().positive() }),
  /** A result was corrected, so a prize was paid to the player or taken back. */
  result_corrected: z.strictObject({
    ...correctedDraw,
    paidMinor: z.int().positive().optional(),
    takenMinor: z.int().positive().optional(),
  }),
  /** A draw was voided, so the stake was refunded and any prize taken back. */
  draw_voided: z.strictObject({
    ...correctedDraw,
    stakeMinor: z.int().positive(),
    takenMinor: z.int().positive().optional(),
  }),
  /** A bonus was credited. */
  bonus: Amount.extend({ code: line(40) }),
  /** The player met the condition of a bonus, so the bonus can now pay for tickets. */
  bonus_released: Amount.extend({ code: line(40) }),
  /** A bonus expired before the player used it. */
  bonus_expired: Amount,
  /** An operator cancelled the player's bonuses. */
  bonus_cancelled: Amount.extend({ reason: line(300) }),
  /** An operator took loyalty points back. */
  points_taken: z.strictObject({ points: z.int().positive(), reason: line(300) }),
  /** The player got the reward for a friend whom they referred. */
  referral: Amount,
  /** A text that the operator wrote, stored in only one language. */
  promotion: z.strictObject({ title: line(120), text: line(500) }),
  /** A public notice of the operator, for example about changed terms, stored in only one language. */
  notice: z.strictObject({ title: line(120), text: line(500) }),
} as const satisfies Record<string, z.ZodType>;

export type NotificationKind = keyof typeof notificationData;
export type NotificationData<K extends NotificationKind> = z.input<(typeof notificationData)[K]>;

export function isKind(kind: string): kind is NotificationKind {
  return Object.hasOwn(notificationData, kind);
}

/** For each kind of notification, the tab that lists it and the type that decides how it looks. */
export const looks = {
  welcome: { tab: 'system', type: 'success' },
  deposit: { tab: 'transactions', type: 'success' },
  deposit_returned: { tab: 'transactions', type: 'warning' },
  deposit_sent_back: { tab: 'transactions', type: 'info' },
  payout_opened: { tab: 'transactions', type: 'info' },
  withdrawal_requested: { tab: 'transactions', type: 'info' },
  withdrawal_approved: { tab: 'transactions', type: 'info' },
  withdrawal_sent: { tab: 'transactions', type: 'info' },
  withdrawal_paid: { tab: 'transactions', type: 'success' },
  withdrawal_refused: { tab: 'transactions', type: 'warning' },
  withdrawal_failed: { tab: 'transactions', type: 'warning' },
  destination_added: { tab: 'system', type: 'info' },
  identity_pending: { tab: 'system', type: 'info' },
  identity_approved: { tab: 'system', type: 'success' },
  identity_refused: { tab: 'system', type: 'warning' },
  limit_set: { tab: 'system', type: 'success' },
  limit_waiting: { tab: 'system', type: 'info' },
  limit_removed: { tab: 'system', type: 'info' },
  limit_kept: { tab: 'system', type: 'success' },
  time_out: { tab: 'system', type: 'info' },
  exclusion: { tab: 'system', type: 'info' },
  win: { tab: 'transactions', type: 'success' },
  prize_refused: { tab: 'transactions', type: 'warning' },
  prize_accepted: { tab: 'transactions', type: 'success' },
  result_corrected: { tab: 'transactions', type: 'warning' },
  draw_voided: { tab: 'transactions', type: 'warning' },
  bonus: { tab: 'promotions', type: 'success' },
  bonus_released: { tab: 'promotions', type: 'success' },
  bonus_expired: { tab: 'promotions', type: 'info' },
  bonus_cancelled: { tab: 'promotions', type: 'warning' },
  points_taken: { tab: 'promotions', type: 'warning' },
  referral: { tab: 'promotions', type: 'success' },
  promotion: { tab: 'promotions', type: 'info' },
  notice: { tab: 'system', type: 'info' },
} as const satisfies Record<NotificationKind, Pick<Notification, 'tab' | 'type'>>;

export function kindsIn(tab: NotificationTab): string[] {
  return Object.entries(looks).flatMap(([kind, look]) => (look.tab === tab ? [kind] : []));
}
