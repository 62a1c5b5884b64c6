import type { PaymentProvider } from '../../../shared/contract/cashier.ts';
import { amountText } from '../../../shared/domain/money-amount.ts';
import type { FormSettings, Values } from '../../../shared/forms/form.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { money } from '../list/cells.ts';

interface PaymentForm {
  /** The payment methods, the default one first. */
  providers: readonly [PaymentProvider, ...PaymentProvider[]];
  /** Returns the smallest and the largest amount of one payment, in minor units. */
  limitsOf: (provider: PaymentProvider) => { min: number; max: number };
  /** Amounts that the form suggests, in minor units. */
  suggested: readonly number[];
  /** Initial value of the amount field. */
  amount?: string;
}

/** Returns the choices, hints and values of a deposit or withdrawal form for one player. */
export function paymentForm(
  { providers, limitsOf, suggested, amount = '' }: PaymentForm,
  wording: AccountWording,
): { choices: FormSettings['choices']; hints: FormSettings['hints']; values: Values } {
  const { t } = wording;
  const [first] = providers;
  const { currencyCode } = first;
  const inWords = (minor: number): string => money(minor, currencyCode, wording);
  const boundsOf = (provider: PaymentProvider) => {
    const { min, max } = limitsOf(provider);
    return { min: inWords(min), max: inWords(max) };
  };
  const hasChoice = providers.length > 1;
  return {
    choices: {
      providerId: providers.map((provider) => ({
        value: provider.providerId,
        label: t('account.cashier.provider', { name: provider.name, ...boundsOf(provider) }),
      })),
      amount: suggested.map((minor) => ({
        value: amountText(minor, currencyCode),
        label: inWords(minor),
      })),
    },
    // With several payment methods, each option shows its own limits, so the amount field shows none.
    hints: hasChoice ? {} : { amount: t('account.cashier.limits', boundsOf(first)) },
    values: { amount, providerId: first.providerId, currency: currencyCode },
  };
}
