import { AccountLinkWithoutScript } from './AccountLinkWithoutScript.tsx';
import { LogoutLink } from './LogoutLink.tsx';
import { Menu } from './Menu.tsx';
import { useFrame, useT } from './Strings.tsx';
import { WalletLink } from './WalletLink.tsx';

/**
 * Shows the login link to visitors, and balance, name and menu to players. Every document contains the parts for both.
 * The styles select the parts by `data-player` on the root element. client/enhancements/player-menu.ts fills in the
 * player's data.
 */
export function AccountMenu() {
  const t = useT();
  const { langPrefix, path, menus, moneyFormat, playHref } = useFrame();
  return (
    <div className="account">
      {playHref === null ? null : (
        <a className="menu__link account__play" href={playHref}>
          {t('layout.play')}
        </a>
      )}
      {path === '/signup' ? null : (
        <a className="menu__link account__signup for-visitor" href={`${langPrefix}/signup`} data-popup="2">
          {t('layout.sign_up')}
        </a>
      )}
      {path === '/login' ? null : (
        <a
          className="button button--primary account__login for-visitor"
          href={`${langPrefix}/login`}
          data-popup="1"
        >
          {t('layout.log_in')}
        </a>
      )}
      <AccountLinkWithoutScript className="account__area" />
      <div className="account__figures for-player">
        <a
          className="account__balance"
          href={`${langPrefix}/my-accounts/balances`}
          hidden
          data-balance={JSON.stringify(moneyFormat)}
          data-popup="11"
        >
          <span className="visually-hidden">{t('layout.balance')}</span> <span data-figure="" />
        </a>
        <span className="account__clock" hidden data-session-clock="">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 4.5V12l3 2" />
          </svg>
          <span className="visually-hidden">{t('layout.session_time')}</span> <span data-figure="" />
        </span>
      </div>
      <a
        className="account__bell for-player only-with-script"
        href={`${langPrefix}/my-accounts/notifications`}
        data-popup="9"
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5H4.5zM10 20.5a2.2 2.2 0 0 0 4 0" />
        </svg>
        <span className="visually-hidden">{t('layout.notifications')}</span>
        <span className="account__count" data-notification-count="" hidden />
      </a>
      <details className="submenu account__menu for-player" data-enhance="site-menu" data-when="idle">
        <summary className="menu__link account__summary">
          <span className="visually-hidden">{t('layout.account')}</span>
          <span className="account__name" data-player-name="" translate="no" />
          <svg className="avatar" aria-hidden="true">
            <use data-avatar="" />
          </svg>
        </summary>
        <nav className="submenu__list" aria-label={t('layout.account')}>
          <Menu links={menus.postLogin} />
          <WalletLink />
          <LogoutLink />
        </nav>
      </details>
    </div>
  );
}
