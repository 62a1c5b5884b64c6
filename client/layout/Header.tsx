import { resources } from '../../shared/resources.ts';
import { AccountLinkWithoutScript } from './AccountLinkWithoutScript.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Brand } from './Brand.tsx';
import { LogoutLink } from './LogoutLink.tsx';
import { Menu } from './Menu.tsx';
import { useFrame, useT } from './Strings.tsx';
import { WalletLink } from './WalletLink.tsx';

/**
 * Logo, main menu and account menu. The document contains the main menu twice, as a row and as a drawer. The styles
 * show the row or the drawer, depending on the width.
 */
export function Header() {
  const t = useT();
  const { langPrefix, menus } = useFrame();
  return (
    <header className="site-header">
      <div className="site-header__inner container">
        <Brand />
        <nav
          className="site-header__row"
          aria-label={t('layout.main_menu')}
          data-enhance="site-menu"
          data-when="idle"
        >
          <Menu links={menus.main} />
        </nav>
        <ScheduleDemo />
        <SearchLink />
        <AccountMenu />
        <details className="drawer" data-enhance="site-menu" data-when="idle" data-keeps-focus="">
          <summary className="drawer__button" aria-label={t('layout.menu')}>
            <span className="drawer__bars" aria-hidden="true" />
          </summary>
          <div className="drawer__panel">
            <nav aria-label={t('layout.menu')}>
              <Menu links={menus.main} />
            </nav>
            <div className="drawer__group drawer__signup for-visitor">
              <a className="menu__link" href={`${langPrefix}/signup`} data-popup="2">
                {t('layout.sign_up')}
              </a>
              <AccountLinkWithoutScript className="drawer__account" />
            </div>
            <nav className="drawer__group for-player" aria-label={t('menu.my_account')}>
              <Menu links={menus.postLogin} />
              <WalletLink />
              <LogoutLink />
            </nav>
            {menus.other.length === 0 ? null : (
              <nav className="drawer__group" aria-label={t('layout.more')}>
                <Menu links={menus.other} />
              </nav>
            )}
          </div>
        </details>
      </div>
    </header>
  );
}

/** Spec §2: the search icon. The menu contains the same link for phones, which have no space for the icon. */
function SearchLink() {
  const t = useT();
  const { langPrefix, path } = useFrame();
  return (
    <a
      className="site-header__search"
      href={`${langPrefix}${resources.search.path}`}
      aria-current={path === resources.search.path ? 'page' : undefined}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13m5 11.5 4.5 4.5" />
      </svg>
      <span className="visually-hidden">{t('menu.search')}</span>
    </a>
  );
}

/**
 * The button that leads to a demo. Its visibility depends on the width and the route, and on the home page also on the
 * scroll position (spec §2).
 */
function ScheduleDemo() {
  const t = useT();
  const { scheduleDemoHref, path } = useFrame();
  if (scheduleDemoHref === null) return null;
  const look = path === '/' ? 'site-header__demo site-header__demo--scrolled' : 'site-header__demo';
  return (
    <a className={`button button--secondary ${look}`} href={scheduleDemoHref}>
      {t('menu.schedule_demo')}
    </a>
  );
}
