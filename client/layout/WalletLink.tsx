import { useFrame, useT } from './Strings.tsx';

/** Opens the wallet popup. Without script it links to the balances. */
export function WalletLink() {
  const t = useT();
  const { langPrefix } = useFrame();
  return (
    <a className="menu__link" href={`${langPrefix}/my-accounts/balances`} data-popup="4">
      {t('layout.wallet')}
    </a>
  );
}
