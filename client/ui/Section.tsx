import type { ReactNode } from 'react';

/** A section of a page with a heading. If the section shows only a part of a list, it links to the full list. */
export function Section({
  id,
  title,
  more,
  className,
  children,
}: {
  /** Unique id of the heading. The section takes its accessible name from the heading. */
  id: string;
  title: string;
  more?: { href: string; text: string };
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={className ? `section ${className}` : 'section'} aria-labelledby={id}>
      <div className="container">
        <div className="section__head">
          <h2 className="section__title" id={id}>
            {title}
          </h2>
          {more ? (
            <a className="section__more" href={more.href}>
              {more.text} <span aria-hidden="true">→</span>
            </a>
          ) : null}
        </div>
        {children}
      </div>
    </section>
  );
}
