import type { ReactNode } from 'react';
import { useFrame, useT } from '../../layout/Strings.tsx';

export interface Crumb {
  label: string;
  href: string;
}

/** The dark band on top of every inner page: breadcrumb, h1 and introduction. */
export function PageHead({
  trail,
  title,
  lead,
  children,
  aside,
  below,
  current = title,
}: {
  /** Pages between home and this one. */
  trail?: Crumb[];
  title: string;
  lead?: string;
  children?: ReactNode;
  /** A picture beside the title where there is room. */
  aside?: ReactNode;
  /** Across the whole width, under both. */
  below?: ReactNode;
  /** Short name of this page in the breadcrumb, where the title is long. */
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
          <h1 className="page-head__title">{title}</h1>
          {lead ? <p className="page-head__lead">{lead}</p> : null}
          {children}
        </div>
        {aside ? <div className="page-head__aside">{aside}</div> : null}
        {below ? <div className="page-head__below">{below}</div> : null}
      </div>
    </div>
  );
}
