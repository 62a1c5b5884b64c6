import type { PostGroup } from '../../../shared/contract/content-lists.ts';
import type { Block, Teaser } from '../../../shared/pages/content.ts';
import { once } from '../../once.ts';
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

function createTeaser(item: CleanItem, group: PostGroup, words: Words): Teaser {
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

const teasersIn = once((words: Words) => {
  const teasersOf = (group: PostGroup) => once((item: CleanItem) => createTeaser(item, group, words));
  return { blogs: teasersOf('blogs'), promotions: teasersOf('promotions') };
});

/**
 * Returns the teaser of a CMS item. The teaser links to the item's own page, and is created once for each cached item.
 */
export const teaserOf = (item: CleanItem, group: PostGroup, words: Words): Teaser =>
  teasersIn(words)[group](item);
