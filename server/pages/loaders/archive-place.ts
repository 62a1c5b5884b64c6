import type { PostGroup } from '../../../shared/contract/content-lists.ts';

/** A page of an archive: of all items, or of one month. */
export interface ArchivePlace {
  month: { year: number; month: number } | null;
  /** From 1. */
  page: number;
}

const monthShape = /^(2\d{3})-(0[1-9]|1[0-2])$/;
const pageShape = /^[1-9]\d{0,2}$/;

/** Reads `month` and `page` of an address. Returns null if one of them is malformed. */
export function placeOf(query: Record<string, string>): ArchivePlace | null {
  const { month: monthText, page: pageText = '1' } = query;
  const [, year, month] = monthShape.exec(monthText ?? '') ?? [];
  if ((monthText !== undefined && month === undefined) || !pageShape.test(pageText)) return null;
  return {
    month: monthText === undefined ? null : { year: Number(year), month: Number(month) },
    page: Number(pageText),
  };
}

/** Returns whether a place is the list page itself. */
export const isFirstPlace = ({ month, page }: ArchivePlace): boolean => month === null && page === 1;

/** Returns the only address of a place. The first page has no page number. */
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
