import { Brand } from './Brand.tsx';
import { Menu } from './Menu.tsx';
import { useFrame, useT } from './Strings.tsx';

/**
 * Logo and main menu. The menu is there twice, as a row and folded behind a button; the styles show the one that
 * there is room for, so that neither needs script to know the width.
 */
export function Header() {
  const t = useT();
  const { menus } = useFrame();
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
        <details className="drawer" data-enhance="site-menu" data-when="idle">
          <summary className="drawer__button" aria-label={t('layout.menu')}>
            <span className="drawer__bars" aria-hidden="true" />
          </summary>
          <nav className="drawer__panel" aria-label={t('layout.main_menu')}>
            <Menu links={menus.main} />
          </nav>
        </details>
      </div>
    </header>
  );
}
