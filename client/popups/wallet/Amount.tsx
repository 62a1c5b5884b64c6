import { useStore } from 'zustand';
import type { Settings } from '../../../shared/public-settings.ts';
import type { Translate } from '../../../shared/translate.ts';
import { hiddenBalance } from '../../stores/hidden-balance.ts';
import { formatBalance } from '../../ui/format-balance.ts';
import { maskedAmount } from '../../ui/masked-amount.ts';

interface AmountProps {
  t: Translate;
  settings: Settings;
  /** The balance, in minor units of the currency or in loyalty points. */
  total: number;
  /** Currency of the balance. Null for loyalty points, which have no currency sign. */
  currencyCode: string | null;
}

/** A balance in the format of the page's language, masked while the player hides amounts. */
export function Amount({ t, settings, total, currencyCode }: AmountProps) {
  const isHidden = useStore(hiddenBalance, (state) => state.isHidden);
  if (isHidden)
    return (
      <span className="wallet__amount">
        <span aria-hidden="true">{maskedAmount}</span>
        <span className="visually-hidden">{t('wallet_popup.hidden')}</span>
      </span>
    );
  const { languages, currencyFormat } = settings.boot;
  const { lang } = document.documentElement;
  const locale = languages.find(({ code }) => code === lang)?.locale ?? lang;
  return (
    <span className="wallet__amount">
      {formatBalance(total, currencyCode, { locale, currency: currencyFormat })}
    </span>
  );
}
