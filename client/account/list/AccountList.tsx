import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ListFilter } from './ListFilter.tsx';
import type { CellView, ColumnView, ListView, RowView } from './list-view.ts';
import { Marks } from './Marks.tsx';

interface ListProps {
  view: ListView;
  /** Renders the controls of a row. */
  action?: (row: RowView) => ReactNode;
}

/**
 * Shows a list with its filter, sums and table, and links to further pages. On phones, each row of the table is a card.
 */
export function AccountList({ view, action }: ListProps) {
  const { rows, filter, totals, texts, emptyText, note, start } = view;
  return (
    <div className="list">
      {start ? (
        <p className="list__start">
          <Link className="button button--primary" to={start.path}>
            {start.label}
          </Link>
        </p>
      ) : null}
      <ListFilter filter={filter} texts={texts} />
      {totals.length > 0 ? (
        <dl className="list__totals" aria-label={texts.totals}>
          {totals.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {rows.length > 0 ? (
        <ListTable view={view} {...(action ? { action } : {})} />
      ) : filter.errors.length > 0 ? null : (
        <div className="list__empty">
          <h3>{texts.empty}</h3>
          <p>{emptyText}</p>
        </div>
      )}
      {rows.length > 0 && filter.days ? <p className="list__note">{note}</p> : null}
      <Pages view={view} />
    </div>
  );
}

function ListTable({ view: { columns, rows, texts }, action }: ListProps) {
  return (
    <table className="list__table">
      <thead>
        <tr>
          {columns.map(({ key, label, look }) => (
            <th key={key} scope="col" className={`list__cell--${look}`}>
              {label}
            </th>
          ))}
          {action ? <th scope="col">{texts.actions}</th> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ListRow key={row.key} row={row} columns={columns} texts={texts} controls={action?.(row)} />
        ))}
      </tbody>
    </table>
  );
}

function ListRow({
  row,
  columns,
  texts,
  controls,
}: {
  row: RowView;
  columns: ColumnView[];
  texts: ListView['texts'];
  controls: ReactNode;
}) {
  return (
    <tr className={row.isNew ? 'is-new' : undefined}>
      {columns.map(({ key, label, look }, place) => {
        const cell = row.cells[place];
        const content = cell ? <Cell cell={cell} texts={texts} /> : null;
        // On phones the headings of the table are hidden, and each cell shows the heading of its column.
        const props = { className: `list__cell list__cell--${look}`, 'data-label': label };
        return look === 'main' ? (
          <th key={key} scope="row" {...props}>
            {content}
          </th>
        ) : (
          <td key={key} {...props}>
            {content}
          </td>
        );
      })}
      {controls === undefined ? null : <td className="list__cell list__cell--controls">{controls}</td>}
    </tr>
  );
}

function Cell({
  cell: { text, detail, lines, moreLines, href, tone, links },
  texts,
}: {
  cell: CellView;
  texts: ListView['texts'];
}) {
  return (
    <div>
      {lines ? (
        <Marks lines={lines} texts={texts} {...(moreLines ? { moreLines } : {})} />
      ) : href ? (
        <Link className="list__link" to={href}>
          {text}
        </Link>
      ) : (
        <span className={tone ? `list__state list__state--${tone}` : undefined}>{text}</span>
      )}
      {detail ? <span className="list__detail">{detail}</span> : null}
      {/* The links open separate documents, so the router must not handle the links. */}
      {links?.map((link) => (
        <a className="list__link" href={link.href} key={link.href}>
          {link.text}
        </a>
      ))}
    </div>
  );
}

function Pages({ view: { csvHref, newestHref, olderHref, rows, texts } }: { view: ListView }) {
  return (
    <div className="list__end">
      {newestHref || olderHref ? (
        <nav className="list__pages" aria-label={texts.pages}>
          {newestHref ? (
            <Link className="button button--secondary" to={newestHref}>
              <span aria-hidden="true">←</span> {texts.newest}
            </Link>
          ) : null}
          {olderHref ? (
            <Link className="button button--secondary" rel="next" to={olderHref}>
              {texts.older} <span aria-hidden="true">→</span>
            </Link>
          ) : null}
        </nav>
      ) : null}
      {csvHref && rows.length > 0 ? (
        <p className="list__files">
          <a href={csvHref} download="">
            {texts.csv}
          </a>
          <button className="list__print" type="button" onClick={() => window.print()}>
            {texts.print}
          </button>
        </p>
      ) : null}
    </div>
  );
}

export function ListSkeleton() {
  return (
    <div className="list">
      <span className="skeleton list__skeleton-filter" />
      <span className="skeleton list__skeleton-row" />
      <span className="skeleton list__skeleton-row" />
      <span className="skeleton list__skeleton-row" />
      <span className="skeleton list__skeleton-row" />
    </div>
  );
}
