import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../config/project-root.ts';

/**
 * The part of `config/countries.json` (spec §3) that is used to validate an account's country, state, currency and
 * phone code.
 */
const Countries = z.object({
  countries: z.array(
    z.object({ CountryID: z.string(), CountryName: z.string(), CountryCurrencyCode: z.string() }),
  ),
  states: z.array(z.object({ StateID: z.string(), StateName: z.string(), CountryID: z.string() })),
  currencies: z.array(z.object({ currencyCode: z.string() })),
  phonecodes: z.array(z.object({ CountryPhoneCode: z.string() })),
});
type Countries = z.infer<typeof Countries>;
const BootConfig = z.object({ defaultCurrency: z.string() });

/** Maps each invalid field to its message key. The map is empty if all fields are valid. */
export type WrongFields = Record<string, string>;

export interface Places {
  /** Returns the country with this id, or all countries if `country` is undefined. Returns null for an unknown id. */
  list(country: string | undefined): Pick<Countries, 'countries' | 'states'> | null;
  /**
   * @param state must be one of the country's states, unless the country has no states
   * @param isStateOptional if true, `state` can be null, because the player can choose it later
   */
  checkCountry(
    country: string | null,
    state: string | null,
    options?: { isStateOptional: boolean },
  ): WrongFields;
  /**
   * Accepts the site's default currency in every country. Accepts any other currency only in a country that uses it.
   */
  checkCurrency(currency: string, country: string | null): WrongFields;
  checkPhoneCode(code: string | undefined): WrongFields;
}

/**
 * @param folder contains `countries.json` and `boot_config.json`
 * @throws an error that names the malformed file
 */
export function createPlaces(folder = path.join(projectRoot, 'config')): Places {
  const read = <S extends z.ZodType>(schema: S, name: string): z.output<S> => {
    const file = path.join(folder, name);
    const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  };
  const { countries, states, currencies, phonecodes } = read(Countries, 'countries.json');
  const { defaultCurrency } = read(BootConfig, 'boot_config.json');
  const currenciesOf = new Map(
    countries.map(({ CountryID, CountryCurrencyCode }) => [
      CountryID,
      new Set(CountryCurrencyCode.split(',').map((code) => code.trim())),
    ]),
  );
  const statesOf = Map.groupBy(states, ({ CountryID }) => CountryID);
  const allCurrencies = new Set(currencies.map(({ currencyCode }) => currencyCode));
  const phoneCodes = new Set(phonecodes.map(({ CountryPhoneCode }) => CountryPhoneCode));

  return {
    list(country) {
      if (country === undefined) return { countries, states };
      const found = countries.filter(({ CountryID }) => CountryID === country);
      return found.length === 0 ? null : { countries: found, states: statesOf.get(country) ?? [] };
    },
    checkCountry(country, state, { isStateOptional } = { isStateOptional: false }) {
      if (country === null) return state === null ? {} : { country: 'country_required' };
      if (!currenciesOf.has(country)) return { country: 'country_required' };
      const known = statesOf.get(country) ?? [];
      const mayBeEmpty = isStateOptional || known.length === 0;
      const isRight = state === null ? mayBeEmpty : known.some(({ StateID }) => StateID === state);
      return isRight ? {} : { state: 'state_required' };
    },
    checkCurrency(currency, country) {
      const isUsed =
        allCurrencies.has(currency) &&
        (country === null || currency === defaultCurrency || currenciesOf.get(country)?.has(currency));
      return isUsed ? {} : { currency: 'currency_required' };
    },
    checkPhoneCode: (code) =>
      code === undefined || phoneCodes.has(code) ? {} : { country_code: 'code_required' },
  };
}
