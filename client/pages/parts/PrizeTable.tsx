export interface PrizeTableRow {
  name: string;
  /** The condition of the tier, shown below its name. */
  match: string;
  /** URL of a page with more about this row. */
  href?: string;
  /** One text for each column after the first, in the order of `columns`. */
  cells: string[];
}

/**
 * Shows prize tiers. The header of each row contains the name of the tier, and the condition below the name, so that
 * the table fits on a phone without scrolling. The last column is emphasised.
 */
export function PrizeTable({
  caption,
  columns,
  rows,
}: {
  caption: string;
  /** Column headers. The first one is the header of the column with the tiers. */
  columns: string[];
  rows: PrizeTableRow[];
}) {
  return (
    <table className="prize-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            <th scope="row">
              {row.href ? <a href={row.href}>{row.name}</a> : row.name}
              {row.match ? <span className="prize-table__match">{row.match}</span> : null}
            </th>
            {row.cells.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows the tables of one prize list, side by side on wide screens. The captions distinguish the tables. */
export function PrizeTables({
  chunks,
  columns,
  captionOf,
}: {
  chunks: PrizeTableRow[][];
  columns: string[];
  captionOf: (part: number, parts: number) => string;
}) {
  return (
    <div className={chunks.length > 1 ? 'prize-tables prize-tables--chunked' : 'prize-tables'}>
      {chunks.map((rows, index) => (
        <PrizeTable key={index} caption={captionOf(index + 1, chunks.length)} columns={columns} rows={rows} />
      ))}
    </div>
  );
}
