import type { Payment, PaymentProvider } from '../../../shared/contract/cashier.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import type { IconName } from '../../popups/message/MessageIcon.tsx';
import type { BreakView } from '../limits/load-break.ts';
import { moment, money } from '../list/cells.ts';

export interface PaymentView {
  kind: 'payment';
  reference: string;
  status: Payment['status'] | 'returned';
  icon: IconName;
  title: string;
  text: string;
  /** Texts that replace `title` and `text` if the browser's checks of the payment end without a result. */
  late: { title: string; text: string };
  amount: string;
  facts: { label: string; text: string }[];
  /** Address of the payment page while the payment is open, otherwise null. */
  paymentUrl: string | null;
  /** Path of the deposit form, with the amount of this payment. */
  again: string;
  texts: ReturnType<typeof textsOf>;
}

export interface DepositFormView {
  kind: 'form';
  form: FormView;
  balance: { label: string; text: string } | null;
  /** A message above the form, for example about an unknown payment. */
  alert: string | null;
  /** The banner about the player's time-out. Its text is null if no time-out is running. */
  pause: BreakView;
  /** A note that payments with this provider move no real money. Null for a real provider. */
  sandbox: string | null;
  texts: ReturnType<typeof textsOf>;
}

export interface NoDepositView {
  kind: 'closed';
  title: string;
  text: string;
}

export type DepositView = PaymentView | DepositFormView | NoDepositView;

export function textsOf({ t }: AccountWording) {
  const text = (name: string): string => t(`account.deposit.${name}`);
  return {
    list: text('list'),
    check: text('check'),
    checking: text('checking'),
    failing: text('failing'),
    pay: text('pay'),
    again: text('again'),
    play: text('play'),
    support: text('support'),
    withdrawals: t('account.withdraw.list'),
  };
}

const icons = {
  approved: 'success',
  created: 'session',
  declined: 'danger',
  cancelled: 'warning',
  returned: 'warning',
} as const satisfies Record<PaymentView['status'], IconName>;

/** @param again path of the deposit form, with the amount of this payment */
export function paymentView(payment: Payment, wording: AccountWording, again: string): PaymentView {
  const { t } = wording;
  const { paymentId, settledAt, createdAt } = payment;
  const status = payment.returned ? 'returned' : payment.status;
  const text = (name: string): string => t(`account.deposit.${name}`);
  return {
    kind: 'payment',
    reference: paymentId,
    status,
    icon: icons[status],
    title: text(`${status}_title`),
    text: text(`${status}_text`),
    late: { title: text('late_title'), text: text('late_text') },
    amount: money(payment.amount, payment.currencyCode, wording),
    facts: [
      { label: t('summary.provider'), text: payment.providerId },
      { label: t('summary.time'), text: moment(settledAt ?? createdAt, wording) },
      { label: t('summary.reference'), text: paymentId },
    ],
    paymentUrl: status === 'created' ? payment.paymentUrl : null,
    again,
    texts: textsOf(wording),
  };
}

/** The form suggests the smallest amount multiplied by each of these numbers. */
const steps = [1, 5, 10, 50];

/** Returns the amounts that the form suggests, in minor units. */
export function suggestedAmounts({ minDeposit, maxDeposit }: PaymentProvider): number[] {
  return steps.map((step) => step * minDeposit).filter((amount) => amount <= maxDeposit);
}
