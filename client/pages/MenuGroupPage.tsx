import type { MenuGroupPage as MenuGroupPageProps } from '../../shared/pages/menu-group.ts';
import { useFrame } from '../layout/Strings.tsx';
import { PageHead } from './parts/PageHead.tsx';

/**
 * Lists the pages of a footer group. Each entry has an id, so that the breadcrumb of the listed page can link to the
 * entry.
 */
export function MenuGroupPage({ page: { title, entries } }: { page: MenuGroupPageProps }) {
  const { description } = useFrame();
  return (
    <>
      <PageHead title={title} lead={description} />
      <div className="container page-body">
        <ul className="menu-group">
          {entries.map(({ id, label, href, text }) => (
            <li className="panel menu-group__entry" key={id} id={id}>
              <h2 className="menu-group__title">
                <a href={href}>{label}</a>
              </h2>
              {text === '' ? null : <p>{text}</p>}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
