/** Hears of the progress of long work, a line at a time; the work waits for it. */
export type Report = (line: string) => void | Promise<void>;

const lineEveryMs = 5000;
const counted = new Intl.NumberFormat('en-GB');

/** A line when a table is done, and for a large one a line every 5 s. */
export function createProgress(table: string, expected: number | null, report: Report) {
  let lineAtMs = performance.now() + lineEveryMs;
  return {
    rows: (rows: number): void => {
      if (performance.now() < lineAtMs) return;
      lineAtMs = performance.now() + lineEveryMs;
      const of = expected === null ? '' : ` of about ${counted.format(Math.max(rows, expected))}`;
      void report(`${table}: ${counted.format(rows)}${of} rows so far`);
    },
    done: async (rows: number): Promise<void> => report(`${table}: ${counted.format(rows)} rows`),
  };
}
