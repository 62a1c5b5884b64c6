import type { Foundation } from '../../foundation.ts';
import type { PaymentProvider } from '../provider.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { createStripe } from './stripe/stripe.ts';

export interface PaymentProviders {
  /** The sandbox, or null if another payment provider is configured. */
  sandbox: Sandbox | null;
  /** All configured payment providers, in the order in which players see them. */
  providers: readonly PaymentProvider[];
}

/** Creates the configured payment providers. */
export function createPaymentProviders(foundation: Foundation): PaymentProviders {
  const { config, keysFor } = foundation;
  if (config.stripe)
    return { sandbox: null, providers: [createStripe({ ...foundation, config: config.stripe })] };
  if (config.paymentProvider !== 'sandbox') return { sandbox: null, providers: [] };
  const sandbox = createSandbox({
    ...foundation,
    secrets: keysFor('payments'),
    publicOrigin: config.sandboxOrigin ?? config.siteUrl,
  });
  return { sandbox, providers: [sandbox] };
}
