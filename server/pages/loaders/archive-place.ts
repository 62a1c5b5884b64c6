import type { PostGroup } from '../../../shared/contract/content-lists.ts';

/** Identifies one page of an archive. `month` is null for the archive of all items. */
export interface ArchivePlace {
  month: { year: number; month: number } | null;
  /** Page number, counted from 1. */
  page: number;
}

const monthShape = /^(2\d{3})-(0[1-9]|1[0-2])$/;
const pageShape = /^[1-9]\d{0,2}$/;

/** Reads the archive page from the query parameters `month` and `page`. Returns null if one of them is malformed. */
export function placeOf(query: Record<string, string>): ArchivePlace | null {
  const { month: monthText, page: pageText = '1' } = query;
  const [, year, month] = monthShape.exec(monthText ?? '') ?? [];
  if ((monthText !== undefined && month === undefined) || !pageShape.test(pageText)) return null;
  return {
    month: monthText === undefined ? null : { year: Number(year), month: Number(month) },
    page: Number(pageText),
  };
}

/** Returns whether this is the first page of the archive of all items, which is the list page itself. */
export const isFirstPlace = ({ month, page }: ArchivePlace): boolean => month === null && page === 1;

/** Returns the canonical URL of an archive page. The URL of a first page contains no page number. */
export function archiveHref(
  { langPrefix }: { langPrefix: string },
  group: PostGroup,
  { month, page }: ArchivePlace,
): string {
  const query = new URLSearchParams({
    ...(month ? { month: `${month.year}-${String(month.month).padStart(2, '0')}` } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return `${langPrefix}/${group}${query.size > 0 ? `?${query}` : ''}`;
}
