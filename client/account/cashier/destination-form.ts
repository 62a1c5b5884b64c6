import type { PaymentProvider } from '../../../shared/contract/cashier.ts';
import type { Destination } from '../../../shared/contract/destinations.ts';
import type { Option } from '../../../shared/forms/lists.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { loadForm } from '../forms/load-form.ts';
import type { ScreenRequest } from '../screen.ts';

/** Returns the first provider that supports payouts, or undefined if no provider does. */
export function payingProvider(providers: readonly PaymentProvider[]): PaymentProvider | undefined {
  return providers.find(({ destinationFields }) => destinationFields.length > 0);
}

/** Returns the bank accounts to which a provider can pay, as options of a form. */
export function destinationOptions(destinations: readonly Destination[], providerId?: string): Option[] {
  return destinations
    .filter((one) => providerId === undefined || one.providerId === providerId)
    .map(({ destinationId, label }) => ({ value: destinationId, label }));
}

/** Loads the form that adds a bank account, with the fields of a provider. */
export async function loadAddDestination(
  provider: PaymentProvider,
  request: ScreenRequest,
): Promise<FormView | null> {
  const bankAccount = provider.destinationFields.map(({ name, pattern }) => ({
    value: name,
    label: pattern,
  }));
  const form = await loadForm('add-destination', request, { choices: { bankAccount } });
  return form.kind === 'shown' ? form.view : null;
}
