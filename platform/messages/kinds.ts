import { accountRoutes } from '../../shared/pages/account-routes.ts';
import { type NotificationKind, notificationData } from '../notifications/kinds.ts';

/** Kinds of messages that a player receives only at their own request. The player can stop each kind at any time. */
export type Subscription = 'wins' | 'promotions' | 'notices';

interface MessageKind {
  /** Names of the message values that the texts contain, in addition to `username`, `site` and `profile`. */
  values: readonly string[];
  /** Page that the button opens. The default is the home page. */
  page?: `/${string}`;
  /** Name of the message value that contains the button's URL. If it is set, `page` is not used. */
  opens?: string;
  /**
   * Name of the message value that contains the reply-to address. The default is the address of the operator's support.
   */
  answersTo?: string;
  /**
   * Name of the message value that contains the URL at which the recipient stops such mails. The URL accepts both GET
   * and POST (RFC 8058).
   */
  stops?: string;
  /**
   * The subscription that the message belongs to. A message without a subscription is necessary and cannot be stopped.
   */
  subscription?: Subscription;
}

/** Messages that the platform writes with `Messages.write`. */
const writtenMessages = {
  welcome: { values: [] },
  contact_otp: { values: ['otp', 'minutes'], page: accountRoutes.profile.path },
  reset_otp: { values: ['otp', 'minutes'] },
  claim_otp: { values: ['otp', 'minutes'] },
  /** Sent after a player reset the password with a one-time password. */
  password_changed: { values: [] },
  /** Sent after a player changed the password while logged in. */
  password_replaced: { values: [] },
  login_locked: { values: ['tries'] },
  /** Sent to the previous mail address or mobile number of an account. `link` undoes the change. */
  contact_changed: { values: ['link'], opens: 'link' },
  contact_replaced: { values: [] },
  /** Sent to a friend whom the player `bringer` invites. The link `stop` stops further invitations. */
  refer_friend: { values: ['bringer', 'code', 'stop'], stops: 'stop' },
  /** Sent to a player who asked for mails about wins, once for each draw in which they win. */
  win: {
    values: ['game', 'draw', 'date', 'amount'],
    page: accountRoutes.tickets.path,
    subscription: 'wins',
  },
  support_contact: { values: ['reference', 'name', 'email', 'message'], answersTo: 'email' },
  support_demo: { values: ['reference', 'name', 'email', 'message'], answersTo: 'email' },
} as const satisfies Record<string, MessageKind>;

/**
 * Notifications that are also sent as a mail, by kind of notification. `notify` stages the mail in the caller's
 * transaction, so the caller does not write a message (docs/contributing.md).
 */
const notificationMails = {
  deposit: { values: ['amount'], page: accountRoutes.balances.path },
  deposit_returned: { values: ['amount'], page: accountRoutes.withdrawals.path },
  // The recipients of the next two mails may not be able to log in, so the buttons open a public page.
  deposit_sent_back: { values: ['amount'], page: '/healthyplay' },
  payout_opened: { values: ['amount'], page: '/healthyplay' },
  withdrawal_requested: { values: ['amount'], page: accountRoutes.withdrawals.path },
  withdrawal_approved: { values: ['amount'], page: accountRoutes.withdrawals.path },
  withdrawal_sent: { values: ['amount'], page: accountRoutes.withdrawals.path },
  withdrawal_paid: { values: ['amount', 'taken'], page: accountRoutes.withdrawals.path },
  withdrawal_refused: { values: ['amount', 'reason'], page: accountRoutes.withdrawals.path },
  withdrawal_failed: { values: ['amount', 'reason', 'decline'], page: accountRoutes.withdrawals.path },
  destination_added: { values: ['label', 'when'], page: accountRoutes.destinations.path },
  identity_pending: { values: [], page: accountRoutes.identity.path },
  identity_approved: { values: [], page: accountRoutes.profile.path },
  identity_refused: { values: ['reason'], page: accountRoutes.identity.path },
  limit_set: { values: ['limit', 'period', 'amount'], page: accountRoutes.limits.path },
  limit_waiting: {
    values: ['limit', 'period', 'amount', 'confirmable', 'expires'],
    page: accountRoutes.limits.path,
  },
  limit_removed: { values: ['limit', 'period'], page: accountRoutes.limits.path },
  limit_kept: { values: ['limit', 'period'], page: accountRoutes.limits.path },
  prize_refused: { values: ['game', 'draw', 'amount', 'reason'], page: accountRoutes.tickets.path },
  prize_accepted: { values: ['game', 'draw', 'amount'], page: accountRoutes.tickets.path },
  // Players who may not play also get the next two mails. The buttons therefore open the wallet instead of an offer.
  bonus_cancelled: { values: ['amount', 'reason'], page: accountRoutes.balances.path },
  points_taken: { values: ['points', 'reason'], page: accountRoutes.balances.path },
  promotion: { values: ['title', 'text'], subscription: 'promotions' },
  notice: { values: ['title', 'text'], subscription: 'notices' },
  time_out: { values: ['ends'], page: '/healthyplay' },
  exclusion: { values: ['ends'], page: '/healthyplay' },
} as const satisfies Partial<Record<NotificationKind, MessageKind>>;

export const templates = { ...writtenMessages, ...notificationMails };

export type Template = keyof typeof templates;
type WrittenMessage = keyof typeof writtenMessages;
export type NotificationMail = keyof typeof notificationMails;

/**
 * The values of a message. The values of a mail about a notification are the notification's data, and some of these
 * values are optional. `when` is the time of the notification.
 */
export type TemplateValues<T extends Template> = T extends WrittenMessage
  ? Record<(typeof writtenMessages)[T]['values'][number], string>
  : Readonly<Record<string, string>>;

export function kindOf(template: Template): MessageKind {
  return templates[template];
}

export function isTemplate(name: string): name is Template {
  return Object.hasOwn(templates, name);
}

export function isMailed(kind: string): kind is NotificationMail {
  return Object.hasOwn(notificationMails, kind) && Object.hasOwn(notificationData, kind);
}
