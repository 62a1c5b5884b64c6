import { isoDayIn } from '../../shared/domain/site-time.ts';
import { forms } from '../../shared/forms/forms.ts';
import type { AccountWording } from '../../shared/pages/account.ts';
import type { Deps } from '../deps.ts';
import { formViewOf } from '../words/form-view.ts';

/**
 * Returns a function that returns the wording (the texts and formats) of a language. A wording contains the current
 * date, so it is created anew each day. It is created only once a day, because other modules cache texts for each
 * wording object.
 */
export function createWordings(deps: Deps): (lang: string) => AccountWording {
  const { config, clock } = deps;
  const { timeZone, currencyFormat, walletBalances, paymentProviderId } = config.boot;
  const known = new Map<string, AccountWording>();
  return (lang) => {
    const today = isoDayIn(timeZone, clock.now());
    const found = known.get(lang);
    if (found?.today === today) return found;
    const words = deps.wordsOf(lang);
    const { langPrefix, locale, t } = words;
    const wording: AccountWording = {
      t,
      langPrefix,
      lang,
      locale,
      timeZone,
      moneyFormat: { locale, currency: currencyFormat },
      today,
      walletBalances,
      paymentProviderId,
      viewOfForm: async (name) => formViewOf(name, { config, words }),
      declareForm: async (name, settings) => forms[name](settings),
    };
    known.set(lang, wording);
    return wording;
  };
}
