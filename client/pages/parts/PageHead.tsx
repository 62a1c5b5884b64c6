import type { ReactNode } from 'react';
import { useFrame, useT } from '../../layout/Strings.tsx';
import { StructuredData } from '../../layout/StructuredData.tsx';

export interface Crumb {
  label: string;
  href: string;
}

/** Shows the dark band at the top of most pages. It contains breadcrumb, h1 and introduction. */
export function PageHead({
  trail,
  title,
  titleLang,
  lead,
  children,
  aside,
  below,
  current = title,
}: {
  /** Pages between the home page and this page, for the breadcrumb. */
  trail?: Crumb[];
  title: string;
  /** Language of the title, if it differs from the language of the page. */
  titleLang?: string | undefined;
  lead?: string | undefined;
  children?: ReactNode;
  /** A picture that wide screens show next to the title. */
  aside?: ReactNode;
  /** Content below the title and the picture. It takes the whole width. */
  below?: ReactNode;
  /** Short name of this page for the breadcrumb, if the title is too long. */
  current?: string;
}) {
  const t = useT();
  const { langPrefix } = useFrame();
  const crumbs = [{ label: t('menu.home'), href: langPrefix || '/' }, ...(trail ?? [])];
  return (
    <div className="page-head">
      <div className="page-head__inner container">
        <div className="page-head__text">
          <nav aria-label={t('page.breadcrumbs')}>
            <ol className="breadcrumbs">
              {crumbs.map((crumb) => (
                <li key={crumb.href}>
                  <a href={crumb.href}>{crumb.label}</a>
                </li>
              ))}
              <li aria-current="page">{current}</li>
            </ol>
          </nav>
          <StructuredData of={(addressOf) => breadcrumbsOf(crumbs, current, addressOf)} />
          <h1 className="page-head__title" lang={titleLang}>
            {title}
          </h1>
          {lead ? <p className="page-head__lead">{lead}</p> : null}
          {children}
        </div>
        {aside ? <div className="page-head__aside">{aside}</div> : null}
        {below ? <div className="page-head__below">{below}</div> : null}
      </div>
    </div>
  );
}

/**
 * Returns the breadcrumbs for search engines. The last breadcrumb has no URL, because it represents the current page.
 */
function breadcrumbsOf(crumbs: readonly Crumb[], current: string, addressOf: (path: string) => string) {
  const above = crumbs.map(({ label, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: addressOf(href),
  }));
  const last = { '@type': 'ListItem', position: crumbs.length + 1, name: current };
  return { '@type': 'BreadcrumbList', itemListElement: [...above, last] };
}
