import type { Block, Teaser } from '../../../shared/pages/content.ts';
import type { CleanItem } from '../../reads/clean-content.ts';
import type { Words } from '../words.ts';

export const blockOf = (item: CleanItem): Block => ({ slug: item.slug, title: item.title, html: item.html });

/** Creates the teaser of a CMS item, which links to the item's own page. */
export function teaserOf(item: CleanItem, group: string, words: Words): Teaser {
  return {
    title: item.title,
    text: item.excerpt,
    href: `${words.langPrefix}/${group}/${item.slug}`,
    picture: item.picture ?? 'balls',
    date: item.date,
    dateText: item.date ? words.longDay(`${item.date}T12:00:00Z`) : null,
  };
}
