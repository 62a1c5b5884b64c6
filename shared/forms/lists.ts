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
export function phoneLists(data: CountryData, settings: Pick<ListSettings, 'phoneCodes'>): FormLists {
  return createLists({
    phoneCodes: () => phoneCodes(data, settings),
    countries: () => [],
    defaultCountry: () => '',
    states: () => [],
    currencies: () => [],
    languages: () => [],
  });
}

/** Creates all lists from `countries.json`. */
export function formLists(data: CountryData, settings: ListSettings): FormLists {
  const { defaultLocale, languages } = settings;
  return createLists({
    phoneCodes: () => phoneCodes(data, settings),
    countries: () => namedCountries(data, settings),
    defaultCountry: () => new Intl.Locale(defaultLocale).maximize().region ?? '',
    states: () =>
      data.states.map(({ StateID, StateName, CountryID }) => ({
        value: StateID,
        label: StateName,
        country: CountryID,
      })),
    currencies: () => namedCurrencies(data, settings),
    languages: () =>
      languages.map(({ code, locale }) => ({
        value: code,
        label: new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code,
      })),
  });
}

/**
 * Creates each list only when it is first read. During start-up, the site needs only the paths of the forms. Creating
 * all lists would take a tenth of the start-up time.
 */
function createLists(create: { [Name in keyof FormLists]: () => FormLists[Name] }): FormLists {
  const made: { -readonly [Name in keyof FormLists]?: FormLists[Name] } = {};
  return {
    get phoneCodes() {
      return (made.phoneCodes ??= create.phoneCodes());
    },
    get countries() {
      return (made.countries ??= create.countries());
    },
    get defaultCountry() {
      return (made.defaultCountry ??= create.defaultCountry());
    },
    get states() {
      return (made.states ??= create.states());
    },
    get currencies() {
      return (made.currencies ??= create.currencies());
    },
    get languages() {
      return (made.languages ??= create.languages());
    },
  };
}

function phoneCodes(
  { phonecodes }: CountryData,
  { phoneCodes: first }: Pick<ListSettings, 'phoneCodes'>,
): readonly string[] {
  return [...new Set([...first, ...phonecodes.map(({ CountryPhoneCode }) => CountryPhoneCode)])];
}

/** Returns the countries in the alphabetical order of the page's language. */
function namedCountries(
  data: CountryData,
  { locale, multiCurrency, defaultCurrency }: ListSettings,
): FormLists['countries'] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const order = new Intl.Collator(locale);
  return data.countries
    .map(({ CountryID, CountryName, CountryCurrencyCode }) => ({
      value: CountryID,
      label: names.of(CountryID) ?? CountryName,
      currencies: multiCurrency ? CountryCurrencyCode.split(',') : [defaultCurrency],
    }))
    .toSorted((one, other) => order.compare(one.label, other.label));
}

function namedCurrencies(
  data: CountryData,
  { locale, multiCurrency, defaultCurrency }: ListSettings,
): FormLists['currencies'] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  const currencies = data.currencies
    .filter(({ currencyCode }) => multiCurrency || currencyCode === defaultCurrency)
    .map(({ currencyCode, currencyName }) => ({
      value: currencyCode,
      label: `${currencyCode} – ${names.of(currencyCode) ?? currencyName}`,
    }));
  const isDefault = ({ value }: Option): boolean => value === defaultCurrency;
  return [...currencies.filter(isDefault), ...currencies.filter((currency) => !isDefault(currency))];
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
