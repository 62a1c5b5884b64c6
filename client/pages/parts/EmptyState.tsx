import type { ReactNode } from 'react';
import { Illustration } from '../../cards/Illustration.tsx';

/** Appears in place of missing data: a picture, a text that names the missing data, and a link to another page. */
export function EmptyState({
  picture,
  title,
  text,
  children,
}: {
  picture: string;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <div className="empty-state">
      <div className="empty-state__picture">
        <Illustration name={picture} />
      </div>
      <h2 className="empty-state__title">{title}</h2>
      <p>{text}</p>
      {children ? <p className="empty-state__actions">{children}</p> : null}
    </div>
  );
}
