import type { MenuLink } from '../../shared/pages/frame.ts';
import { useFrame } from './Strings.tsx';

/** The entries of a menu. An entry with children opens a submenu, even without script. */
export function Menu({ links }: { links: MenuLink[] }) {
  const { langPrefix } = useFrame();
  const isHome = ({ href }: MenuLink) => href === `${langPrefix}/`;
  return (
    <ul className="menu">
      {links.map((link) => (
        <li className={isHome(link) ? 'menu__item menu__item--home' : 'menu__item'} key={link.label}>
          {link.children.length > 0 ? <Submenu link={link} /> : <MenuEntry link={link} />}
        </li>
      ))}
    </ul>
  );
}

function Submenu({ link }: { link: MenuLink }) {
  return (
    <details className="submenu">
      <summary className={link.current ? 'menu__link is-current' : 'menu__link'}>
        {link.label}
        <svg className="submenu__mark" viewBox="0 0 12 12" aria-hidden="true">
          <path d="m2 4 4 4 4-4" />
        </svg>
      </summary>
      <ul className="submenu__list">
        {link.href === null ? null : (
          <li>
            <MenuEntry link={link} />
          </li>
        )}
        {link.children.map((child) => (
          <li key={child.label}>
            <MenuEntry link={child} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function MenuEntry({ link }: { link: MenuLink }) {
  const { langPrefix, path } = useFrame();
  if (link.href === null) return <span className="menu__link">{link.label}</span>;
  // An error page has no path, so no entry is current.
  const isHere = path !== '' && link.href === (`${langPrefix}${path}` || '/');
  // On a subpage of this entry, `aria-current` is `true` instead of `page`, because the entry does not link to the
  // current page itself.
  const current = isHere ? 'page' : link.current;
  return (
    <a className="menu__link" href={link.href} {...(current ? { 'aria-current': current } : {})}>
      {link.label}
    </a>
  );
}
