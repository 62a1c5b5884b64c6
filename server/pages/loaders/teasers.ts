import type { Block, Teaser } from '../../../shared/pages/content.ts';
import type { CleanItem } from '../../reads/clean-content.ts';
import type { Words } from '../../words/words.ts';

export const contentBlockOf = (item: CleanItem): Block => ({
  slug: item.slug,
  title: item.title,
  html: item.html,
});

/**
 * Returns the value of a promotion's offer and the last day of the promotion. Both are additional fields of the CMS
 * item.
 */
function offerOf({ meta }: CleanItem, words: Words): Teaser['offer'] {
  const { value, starts, ends } = meta;
  if (value === undefined && starts === undefined && ends === undefined) return null;
  const isDay = typeof ends === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(ends);
  return {
    value: value === undefined ? null : String(value),
    endsText: isDay
      ? words.t('page.list.ends', { day: words.longDay(`${ends}T12:00:00Z`) })
      : words.t('page.list.no_end'),
  };
}

/** Creates the teaser of a CMS item, which links to the item's own page. */
export function teaserOf(item: CleanItem, group: string, words: Words): Teaser {
  return {
    title: item.title,
    text: item.excerpt,
    href: `${words.langPrefix}/${group}/${encodeURIComponent(item.slug)}`,
    picture: item.picture ?? 'balls',
    pictureSet: item.pictureSet,
    date: item.date,
    dateText: item.date ? words.longDay(`${item.date}T12:00:00Z`) : null,
    offer: group === 'promotions' ? offerOf(item, words) : null,
  };
}
