import { z } from 'zod';
import { byteOrderMark, csvRecord } from '../../../shared/domain/csv.ts';
import type { Reader, SummaryTable } from './summary-tables.ts';

/** The range of days that an answer covers. The answers of some calls have no range. */
const Days = z.object({ from: z.iso.date(), to: z.iso.date() });

/**
 * Generates the CSV text of a summary.
 * @param first data of the first answer
 * @param next reads the next page of data. If `next` throws, the generator throws the same error
 */
export async function* csvText(
  table: SummaryTable,
  reader: Reader,
  first: unknown,
  next: (cursor: string) => Promise<unknown>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvRecord(table.headings.map((heading) => reader.words.t(`summary.${heading}`)));
  for (let data = first; ; ) {
    const { records, cursor } = table.read(data, reader);
    if (records.length > 0) yield records.map(csvRecord).join('');
    if (cursor === null) return;
    data = await next(cursor);
  }
}

/**
 * Returns the response headers of a file, names and values alternating.
 * @param data data of the first answer. Its range of days is a part of the file name
 * @param today ISO day, used in the file name if the answer has no range of days
 */
export function csvHead(table: SummaryTable, data: unknown, today: string): string[] {
  const days = Days.safeParse(data).data;
  const period = days ? `${days.from}-${days.to}` : today;
  return [
    'Content-Type',
    'text/csv; charset=utf-8; header=present',
    'Content-Disposition',
    `attachment; filename="golden-lotto-${table.file}-${period}.csv"`,
    'Cache-Control',
    'private, no-store',
  ];
}
