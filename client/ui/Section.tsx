import type { ReactNode } from 'react';

/** A section of a page with its own heading, and a link to the whole list that it shows a part of. */
export function Section({
  id,
  title,
  more,
  className,
  children,
}: {
  /** Unique in the page; names the section for screen readers. */
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
