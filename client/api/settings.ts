import type { InputBounds } from '../../shared/domain/input-bounds.ts';

/** The fields of `config/boot_config.json` that popups need. */
export interface BootSettings {
  defaultLanguage: string;
  timeZone: string;
  /** Languages with their BCP 47 tags, for numbers and dates. */
  languages: readonly { code: string; locale: string }[];
  currencyFormat: { style: 'currency'; currencyDisplay: 'symbol' | 'narrowSymbol' | 'code' | 'name' };
  phoneCodes: readonly string[];
  inputsMaxLength: InputBounds;
}

/** The fields of `config/site_setup.json` that popups need. */
export interface SetupSettings {
  pattern: { login: 'content' | 'banner'; forgot: 'popup' | 'wizard' };
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
