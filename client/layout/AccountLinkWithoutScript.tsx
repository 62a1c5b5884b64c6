import { useFrame, useT } from './Strings.tsx';

/**
 * A link to the account area for browsers without script. In these browsers, a cached page cannot show whether a player
 * is logged in, so the link is always visible.
 */
export function AccountLinkWithoutScript({ className }: { className: string }) {
  const t = useT();
  const { langPrefix } = useFrame();
  return (
    <noscript>
      <a className={`menu__link ${className}`} href={`${langPrefix}/my-accounts`}>
        {t('menu.my_account')}
      </a>
    </noscript>
  );
}
