import { type ReactNode, useEffect, useId } from 'react';
import { useStore } from 'zustand';
import { type WalletRow, walletRows } from '../../../shared/domain/wallet-rows.ts';
import type { Settings } from '../../../shared/public-settings.ts';
import { hiddenBalance, setHiddenBalance } from '../../stores/hidden-balance.ts';
import { Dialog, type DialogWidth } from '../../ui/Dialog.tsx';
import type { PopupContext } from '../popup.ts';
import { useWallet } from './use-wallet.ts';

export interface WalletProps extends PopupContext {
  settings: Settings;
}

interface WalletFrameProps extends WalletProps {
  width: DialogWidth;
  className: string;
  /** Path of the page that the deposit button opens, without the language prefix. */
  depositPath: string;
  children: (rows: readonly WalletRow[]) => ReactNode;
}

/** The parts that the wallet popup and the wallet modal share, such as the refresh button and the deposit button. */
export function WalletFrame(props: WalletFrameProps) {
  const { t, langPrefix, close, settings, width, className, depositPath, children } = props;
  const { wallet, isLoading, hasFailed, reload } = useWallet();
  const canHide = settings.setup.walletSetup.showHideBalance === 'true';

  useEffect(() => {
    // If the operator has disabled hiding, show the amounts. The player then has no switch to show hidden amounts.
    if (!canHide) setHiddenBalance(false);
  }, [canHide]);

  return (
    <Dialog
      title={t('wallet_popup.title')}
      closeLabel={t('popup.close')}
      width={width}
      className={`wallet ${className}`}
      onClose={close}
    >
      <div className="wallet__tools">
        {canHide ? <HideSwitch label={t('wallet_popup.hide')} /> : null}
        {/* A disabled button would lose the focus. */}
        <button
          className="icon-button"
          type="button"
          aria-disabled={isLoading}
          onClick={() => isLoading || reload()}
        >
          <svg className={isLoading ? 'is-turning' : undefined} viewBox="0 0 24 24" aria-hidden="true">
            <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4h-4" />
          </svg>
          <span className="visually-hidden">{t('wallet_popup.refresh')}</span>
        </button>
      </div>
      <output className="visually-hidden">
        {isLoading ? t('wallet_popup.loading') : null}
        {wallet && !isLoading && !hasFailed ? t('wallet_popup.updated') : null}
      </output>
      {hasFailed ? (
        <div className="wallet__failed" role="alert">
          <p>{t('wallet_popup.failed')}</p>
          <button className="button button--secondary" type="button" onClick={reload}>
            {t('wallet_popup.retry')}
          </button>
        </div>
      ) : null}
      {wallet ? children(walletRows(wallet, settings.boot.walletBalances)) : null}
      {!wallet && isLoading ? <WalletSkeleton /> : null}
      <a className="button button--primary wallet__deposit" href={`${langPrefix}${depositPath}`}>
        {t('wallet_popup.deposit')}
      </a>
    </Dialog>
  );
}

function HideSwitch({ label }: { label: string }) {
  const id = useId();
  const isHidden = useStore(hiddenBalance, (state) => state.isHidden);
  return (
    <span className="switch">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isHidden}
        aria-checked={isHidden}
        onChange={({ target }) => setHiddenBalance(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}

/** Shows placeholders that are about as large as the rows, so that the dialog hardly grows when the wallet arrives. */
function WalletSkeleton() {
  return (
    <div className="wallet__skeleton" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  );
}
