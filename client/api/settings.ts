import type { CountryData } from '../../shared/forms/lists.ts';
import type { FormConfig } from '../../shared/forms/settings.ts';

/** The fields of `config/boot_config.json` that popups need. */
export type BootSettings = FormConfig['boot'] & {
  /** First path segment of versioned configuration files. */
  cmsVersion: string;
  timeZone: string;
  /** The balances that a wallet shows, in this order. */
  walletBalances: readonly string[];
  /** The payment method that `/deposit` offers first. */
  paymentProviderId: string;
  currencyFormat: { style: 'currency'; currencyDisplay: 'symbol' | 'narrowSymbol' | 'code' | 'name' };
};

/** The fields of `config/site_setup.json` that popups need. */
export type SetupSettings = FormConfig['setup'] & {
  pattern: { wallet: '1' | '2' };
  walletSetup: { showHideBalance: 'true' | 'false' };
  themes: readonly Choice[];
  layouts: readonly Choice[];
};

/** A theme or layout of the site. */
export interface Choice {
  name: string;
  value: string;
}

export interface Settings {
  boot: BootSettings;
  setup: SetupSettings;
}

let loaded: Promise<Settings> | undefined;

async function load<T>(path: string): Promise<T> {
  const response = await fetch(path, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  return response.json();
}

/**
 * Returns the public configuration, which is loaded once per document.
 * @throws if it cannot be loaded; the next call tries again
 */
export function loadSettings(): Promise<Settings> {
  loaded ??= Promise.all([
    load<BootSettings>('/environment/boot_config.json'),
    load<SetupSettings>('/environment/site_setup.json'),
  ]).then(
    ([boot, setup]) => ({ boot, setup }),
    (error: unknown) => {
      loaded = undefined;
      throw error;
    },
  );
  return loaded;
}

let loadedCountries: Promise<CountryData> | undefined;

/**
 * Returns the lists of countries, states, currencies and calling codes, which are loaded once per document (spec §7).
 * @throws if they cannot be loaded; the next call tries again
 */
export function loadCountries({ boot }: Settings): Promise<CountryData> {
  loadedCountries ??= load<CountryData>(`/${boot.cmsVersion}/config/countries.json`).catch(
    (error: unknown) => {
      loadedCountries = undefined;
      throw error;
    },
  );
  return loadedCountries;
}
