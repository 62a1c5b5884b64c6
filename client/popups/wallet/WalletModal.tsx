import { loadSettings } from '../../api/settings.ts';
import type { PopupContext } from '../popup.ts';
import { Amount } from './Amount.tsx';
import { RowLabel } from './RowLabel.tsx';
import { WalletFrame, type WalletProps } from './WalletFrame.tsx';

/** Popup 11 of spec §2, the wallet modal: a large total, and one line for each other balance. */
export async function prepareWalletModal(context: PopupContext) {
  return <WalletModal {...context} settings={await loadSettings()} />;
}

function WalletModal(props: WalletProps) {
  const { t, settings } = props;
  return (
    <WalletFrame
      {...props}
      width="default"
      className="wallet--modal"
      // Spec §2: the account area opens with the source set to deposit.
      depositPath="/my-accounts?source=deposit"
    >
      {(rows) => (
        <dl className="wallet__facts">
          {rows.map(({ name, total, currencyCode }) => (
            <div key={name} className={`wallet__line wallet__row--${name}`}>
              <dt>
                <RowLabel {...props} name={name} currencyCode={currencyCode} />
              </dt>
              <dd>
                <Amount t={t} settings={settings} total={total} currencyCode={currencyCode} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </WalletFrame>
  );
}
