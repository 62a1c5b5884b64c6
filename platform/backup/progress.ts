/** Callback that receives one line of progress. It may return a promise. */
export type Report = (line: string) => void | Promise<void>;

const lineIntervalMs = 5000;
const integer = new Intl.NumberFormat('en-GB');

/**
 * Creates the progress reports of one table: a line every 5 s while the table is copied, and a line when it is
 * finished.
 */
export function createProgress(table: string, expected: number | null, report: Report) {
  let lineAtMs = performance.now() + lineIntervalMs;
  return {
    rows: (rows: number): void => {
      if (performance.now() < lineAtMs) return;
      lineAtMs = performance.now() + lineIntervalMs;
      const of = expected === null ? '' : ` of about ${integer.format(Math.max(rows, expected))}`;
      void report(`${table}: ${integer.format(rows)}${of} rows so far`);
    },
    done: async (rows: number): Promise<void> => report(`${table}: ${integer.format(rows)} rows`),
  };
}
