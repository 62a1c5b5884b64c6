import type { CountryData } from '../../shared/forms/lists.ts';
import type { Settings } from '../../shared/public-settings.ts';

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
    load<Settings['boot']>('/environment/boot_config.json'),
    load<Settings['setup']>('/environment/site_setup.json'),
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
