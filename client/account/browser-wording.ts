import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { FormName } from '../../shared/forms/forms.ts';
import type { CountryData } from '../../shared/forms/lists.ts';
import { settingsOf } from '../../shared/forms/settings.ts';
import type { AccountWording } from '../../shared/pages/account.ts';
import type { FormView } from '../../shared/pages/form.ts';
import type { Settings } from '../../shared/public-settings.ts';
import { loadCountries, loadSettings } from '../api/settings.ts';
import { loadedTexts, loadTexts } from '../i18n/texts.ts';
import { loadFormParts } from './forms/late-forms.ts';

const noCountries: CountryData = { countries: [], states: [], currencies: [], phonecodes: [] };

/** Returns the settings and texts of a form. The lists of countries and calling codes are loaded only if needed. */
async function viewOfForm(
  name: FormName,
  settings: Settings,
  { lang, langPrefix, locale }: Pick<AccountWording, 'lang' | 'langPrefix' | 'locale'>,
): Promise<FormView> {
  const { timeZone, currencyFormat } = settings.boot;
  const { forms } = await loadFormParts();
  const { fields } = forms[name](settingsOf(forms[name], { ...settings, countries: noCountries }, lang));
  const hasLists = fields.some(({ control }) => control === 'select' || control === 'phone-code');
  const countries = hasLists ? await loadCountries(settings) : noCountries;
  return {
    name,
    settings: settingsOf(forms[name], { ...settings, countries }, lang),
    texts: loadedTexts(),
    langPrefix,
    formats: { locale, timeZone, currency: currencyFormat },
    state: null,
  };
}

/**
 * Loads the texts and formats that the browser needs to show the data of a screen.
 * @throws if they cannot be loaded
 */
export async function browserWording(langPrefix: string): Promise<AccountWording> {
  const { lang } = document.documentElement;
  const [t, settings] = await Promise.all([
    loadTexts(['account', 'codes', 'forms', 'games', 'pages', 'play', 'site', 'summaries', 'wallet']),
    loadSettings(),
  ]);
  const { boot } = settings;
  const locale = boot.languages.find(({ code }) => code === lang)?.locale ?? lang;
  const { timeZone, currencyFormat, walletBalances, paymentProviderId } = boot;
  return {
    t,
    langPrefix,
    lang,
    locale,
    timeZone,
    moneyFormat: { locale, currency: currencyFormat },
    today: isoDayIn(timeZone, new Date()),
    walletBalances,
    paymentProviderId,
    viewOfForm: (name) => viewOfForm(name, settings, { lang, langPrefix, locale }),
    declareForm: async (name, formSettings) => (await loadFormParts()).forms[name](formSettings),
  };
}
