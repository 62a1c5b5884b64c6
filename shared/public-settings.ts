import type { FormConfig } from './forms/settings.ts';
import type { Formats } from './pages/form.ts';

/** A colour scheme or layout of the site. */
export interface Appearance {
  name: string;
  value: string;
}

/** The fields of the published configuration that the site's scripts read. The published files contain more fields. */
export interface Settings {
  /** Fields of `/environment/boot_config.json`. */
  boot: FormConfig['boot'] & {
    /** First path segment of versioned configuration files. */
    cmsVersion: string;
    timeZone: string;
    /** The balances that a wallet shows, in this order. */
    walletBalances: readonly string[];
    /** The payment method that `/deposit` offers first. */
    paymentProviderId: string;
    currencyFormat: Formats['currency'];
  };
  /** Fields of `/environment/site_setup.json`. */
  setup: FormConfig['setup'] & {
    pattern: { wallet: '1' | '2' };
    walletSetup: { showHideBalance: 'true' | 'false' };
    themes: readonly Appearance[];
    layouts: readonly Appearance[];
  };
}
