import type { ReactNode } from 'react';

/** One primary button a view: the action that the view is for. */
export type ButtonLook = 'primary' | 'secondary';

/** A link that looks like a button; for where a press leads to another page. */
export function LinkButton({
  href,
  look = 'primary',
  rel,
  children,
}: {
  href: string;
  look?: ButtonLook;
  rel?: string;
  children: ReactNode;
}) {
  return (
    <a className={`button button--${look}`} href={href} rel={rel}>
      {children}
    </a>
  );
}
