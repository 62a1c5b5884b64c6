import type { CleanPage } from '../../reads/clean-content.ts';
import type { Sources } from '../../reads/sources.ts';

/**
 * Returns the CMS list of a group if the list contains an item, otherwise null. If the cached list lacks the item, the
 * function waits for the newest list, because the item may just have been published.
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
