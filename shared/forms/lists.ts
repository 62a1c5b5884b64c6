export interface Option {
  value: string;
  label: string;
}

/** The lists from which players choose in a form. All names are in the page's language. */
export interface FormLists {
  /** Calling codes of countries; the first one is preselected. */
  phoneCodes: readonly string[];
  /** Countries. Each has the codes of the currencies that an account from this country can have. */
  countries: readonly (Option & { currencies: readonly string[] })[];
  /** Id of the site's own country. */
  defaultCountry: string;
  /** States. Each has the id of its country. Some countries have no states. */
  states: readonly (Option & { country: string })[];
  /** Currencies. The default currency is the first one. */
  currencies: readonly Option[];
  /** Languages of the site, each with its name in that language. */
  languages: readonly Option[];
}

/** The parts of `countries.json` (spec §3). */
export interface CountryData {
  countries: readonly { CountryID: string; CountryName: string; CountryCurrencyCode: string }[];
  states: readonly { StateID: string; StateName: string; CountryID: string }[];
  currencies: readonly { currencyCode: string; currencyName: string }[];
  phonecodes: readonly { CountryPhoneCode: string }[];
}

interface ListSettings {
  phoneCodes: readonly string[];
  /** BCP 47 tag of the page's language, for the names of countries and currencies. */
  locale: string;
  /** BCP 47 tag of the default language, whose region is the site's own country. */
  defaultLocale: string;
  defaultCurrency: string;
  /** False if every account has the default currency. */
  multiCurrency: boolean;
  /** The site's languages with their BCP 47 tags. */
  languages: readonly { code: string; locale: string }[];
}

/** Creates lists that contain only calling codes: first the configured ones, then all others (spec §2). */
export function phoneLists(
  { phonecodes }: CountryData,
  { phoneCodes }: Pick<ListSettings, 'phoneCodes'>,
): FormLists {
  const others = phonecodes.map(({ CountryPhoneCode }) => CountryPhoneCode);
  return {
    phoneCodes: [...new Set([...phoneCodes, ...others])],
    countries: [],
    defaultCountry: '',
    states: [],
    currencies: [],
    languages: [],
  };
}

/** Creates all lists from `countries.json`. */
export function formLists(data: CountryData, settings: ListSettings): FormLists {
  const { locale, defaultLocale, defaultCurrency, multiCurrency } = settings;
  const countryNames = new Intl.DisplayNames(locale, { type: 'region' });
  const currencyNames = new Intl.DisplayNames(locale, { type: 'currency' });
  const countries = data.countries
    .map(({ CountryID, CountryName, CountryCurrencyCode }) => ({
      value: CountryID,
      label: countryNames.of(CountryID) ?? CountryName,
      currencies: multiCurrency ? CountryCurrencyCode.split(',') : [defaultCurrency],
    }))
    .toSorted((one, other) => one.label.localeCompare(other.label, locale));
  const currencies = data.currencies
    .filter(({ currencyCode }) => multiCurrency || currencyCode === defaultCurrency)
    .map(({ currencyCode, currencyName }) => ({
      value: currencyCode,
      label: `${currencyCode} – ${currencyNames.of(currencyCode) ?? currencyName}`,
    }));
  const isDefault = ({ value }: Option): boolean => value === defaultCurrency;
  return {
    ...phoneLists(data, settings),
    countries,
    defaultCountry: new Intl.Locale(defaultLocale).maximize().region ?? '',
    states: data.states.map(({ StateID, StateName, CountryID }) => ({
      value: StateID,
      label: StateName,
      country: CountryID,
    })),
    currencies: [...currencies.filter(isDefault), ...currencies.filter((currency) => !isDefault(currency))],
    languages: settings.languages.map(({ code, locale: tag }) => ({
      value: code,
      label: new Intl.DisplayNames(tag, { type: 'language' }).of(code) ?? code,
    })),
  };
}

/** The states of a country, in the order of `countries.json`. */
export function statesOf({ states }: FormLists, country: string): readonly Option[] {
  return states.filter((state) => state.country === country);
}

/** The currencies of a country, or all currencies if none is chosen. */
export function currenciesOf({ countries, currencies }: FormLists, country: string): readonly Option[] {
  const codes = countries.find(({ value }) => value === country)?.currencies;
  if (!codes) return currencies;
  return codes.flatMap((code) => currencies.find(({ value }) => value === code) ?? []);
}

export function isAmong(options: readonly Option[], value: string): boolean {
  return options.some((option) => option.value === value);
}
