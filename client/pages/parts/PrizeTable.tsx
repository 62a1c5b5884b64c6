export interface PrizeTableRow {
  name: string;
  /** The condition of the tier, shown under its name. */
  match: string;
  /** One text for each further column, in the order of `columns`. */
  cells: string[];
}

/**
 * Prize tiers: the tier is the row's header with its condition beneath, so that the table fits a telephone
 * without scrolling. The last column is the one that counts.
 */
export function PrizeTable({
  caption,
  columns,
  rows,
}: {
  caption: string;
  /** Headers, that of the tier first. */
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
              {row.name}
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

/** The chunks of one prize list, side by side where there is room. Captions tell the parts apart. */
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
