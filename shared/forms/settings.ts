import type { InputBounds } from '../domain/input-bounds.ts';
import type { Form, FormSettings } from './form.ts';
import { type CountryData, formLists, phoneLists } from './lists.ts';

/** The parts of the configuration that forms need, in the shape of the files in `config/`. */
export interface FormConfig {
  boot: {
    defaultLanguage: string;
    /** Languages with their BCP 47 tags. */
    languages: readonly { code: string; locale: string }[];
    phoneCodes: readonly string[];
    defaultCurrency: string;
    inputsMaxLength: InputBounds;
  };
  setup: { pattern: FormSettings['pattern']; multiCurrency: boolean };
  countries: CountryData;
}

/**
 * Returns the settings of a form in a language. The settings contain lists of countries only if the form has selects.
 * @param declare the form's declaration. It is not looked up by name, because the login popup would then load all forms
 */
export function settingsOf(
  declare: (settings: FormSettings) => Form,
  { boot, setup, countries }: FormConfig,
  lang: string,
): FormSettings {
  const { login, signup, forgot } = setup.pattern;
  const { multiCurrency } = setup;
  const settings: FormSettings = {
    pattern: { login, signup, forgot },
    bounds: boot.inputsMaxLength,
    lang,
    langPrefix: lang === boot.defaultLanguage ? '' : `/${lang}`,
    lists: phoneLists(countries, boot),
    multiCurrency,
  };
  if (!declare(settings).fields.some(({ control }) => control === 'select')) return settings;
  const localeOf = (language: string): string =>
    boot.languages.find(({ code }) => code === language)?.locale ?? language;
  const { phoneCodes, defaultCurrency, defaultLanguage, languages } = boot;
  const lists = formLists(countries, {
    phoneCodes,
    locale: localeOf(lang),
    defaultLocale: localeOf(defaultLanguage),
    defaultCurrency,
    multiCurrency,
    languages,
  });
  return { ...settings, lists };
}
