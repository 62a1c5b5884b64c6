import type { ReactNode } from 'react';

/** Use `primary` only once in a view, for the view's main action. */
export type ButtonLook = 'primary' | 'secondary';

/** A link to another page that looks like a button. */
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
