import type { CleanPage } from '../../reads/clean-content.ts';
import type { Sources } from '../../reads/sources.ts';

/**
 * Returns the list of a group if it contains an item, or null. If the list does not contain the item, waits for the
 * newest list: the item may just have been published, and a slow CMS may not have sent its new list yet.
 */
export async function listWith(
  sources: Pick<Sources, 'content' | 'optional'>,
  name: string,
  slug: string,
): Promise<CleanPage | null> {
  const isIn = (list: CleanPage | null): list is CleanPage =>
    list?.items.some((item) => item.slug === slug) === true;
  const list = await sources.content(name);
  if (isIn(list)) return list;
  const newest = await sources.optional(sources.content(name, { fresh: true }));
  return isIn(newest) ? newest : null;
}
