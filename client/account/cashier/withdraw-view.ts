import type { PaymentProvider } from '../../../shared/contract/cashier.ts';
import type { Wallet } from '../../../shared/contract/wallet.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { money } from '../list/cells.ts';
import type { Tone } from '../list/list-view.ts';
import type { IdentityView } from './identity-view.ts';

export interface WithdrawView {
  balances: { label: string; text: string }[];
  /** The conditions of a first withdrawal. Null if the player meets all of them. */
  conditions: ConditionsView | null;
  /** The form that requests a payout. Null if a condition is not met or the balance is too small. */
  form: FormView | null;
  /** The form that adds a bank account. Null if the player already has a bank account or cannot withdraw now. */
  addDestination: FormView | null;
  /** Explains the steps after the request, or why the player cannot withdraw. */
  note: string;
  texts: { list: string; destinations: string; addTitle: string };
}

interface ConditionsView {
  title: string;
  /** The condition that the player has a confirmed contact. `check` is null if the condition is met. */
  contact: ConditionView & { check: ContactView | null };
  /** The condition that the identity check is approved. `check` is null until the player has confirmed a contact. */
  identity: ConditionView & { check: IdentityView | null };
}

/** The form that confirms a contact, and links to the screens that confirm or add other contacts. */
export interface ContactView {
  /** An instruction for the player if there is no form. */
  text: string | null;
  form: FormView | null;
  links: { path: string; label: string }[];
}

interface ConditionView {
  title: string;
  state: string;
  tone: Tone;
}

export function balancesOf(wallet: Wallet, wording: AccountWording): WithdrawView['balances'] {
  const row = (name: 'withdrawableBalance' | 'heldBalance') => ({
    label: wording.t(`wallet.${name}`),
    text: money(wallet[name], wallet.currencyCode, wording),
  });
  return [row('withdrawableBalance'), ...(wallet.heldBalance > 0 ? [row('heldBalance')] : [])];
}

/** Returns the smallest and the largest possible withdrawal, in minor units. */
export function suggestedWithdrawals(
  { minWithdrawal, maxWithdrawal }: PaymentProvider,
  { withdrawableBalance }: Wallet,
): number[] {
  const most = Math.min(withdrawableBalance, maxWithdrawal);
  return [...new Set([minWithdrawal, most])].filter((amount) => amount <= most);
}
