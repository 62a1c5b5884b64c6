import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { AccountWording } from '../../shared/pages/account.ts';
import { loadSettings } from '../api/settings.ts';
import { loadTexts } from '../i18n/texts.ts';

/**
 * Loads the texts and formats that the browser needs to show the data of a screen.
 * @throws if they cannot be loaded
 */
export async function browserWording(langPrefix: string): Promise<AccountWording> {
  const { lang } = document.documentElement;
  const [t, { boot }] = await Promise.all([
    loadTexts(['account', 'codes', 'forms', 'pages', 'site', 'summaries', 'wallet']),
    loadSettings(),
  ]);
  const locale = boot.languages.find(({ code }) => code === lang)?.locale ?? lang;
  const { timeZone, currencyFormat, walletBalances } = boot;
  return {
    t,
    langPrefix,
    lang,
    locale,
    timeZone,
    moneyFormat: { locale, currency: currencyFormat },
    today: isoDayIn(timeZone, new Date()),
    walletBalances,
  };
}
