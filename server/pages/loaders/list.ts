import type { Post } from '../../../shared/contract/content-lists.ts';
import { PostGroup } from '../../../shared/contract/content-lists.ts';
import type { ListPage, PlaceLink } from '../../../shared/pages/list.ts';
import type { CleanItem } from '../../reads/clean-content.ts';
import { configuredTitle, metaOf, notFound, type PageLoader, type PageRequest } from '../loader.ts';
import { type ArchivePlace, archiveHref, isFirstPlace, placeOf } from './archive-place.ts';
import { type Group, loadItem } from './article.ts';
import { contentBlockOf, teaserOf } from './teasers.ts';

/** Maximum number of links to recent items on an archive page. The list page itself has no such links. */
const recentShown = 3;

type Archive = Pick<ListPage, 'months' | 'newerHref' | 'olderHref'> & {
  items: readonly CleanItem[];
  recent: readonly CleanItem[];
  pages: number;
};

/**
 * Creates the loader of a list page such as `/blogs`, and of its archive by month and page. The platform's news calls
 * decide which items a page contains. The items' texts and values come from the CMS's list.
 */
const listOf =
  (group: Group): PageLoader =>
  async (request) => {
    const { sources, config, words } = request;
    const place = placeOf(request.query);
    if (!place) return notFound;
    if (request.query['page'] === '1') return { status: 301, location: archiveHref(words, group, place) };
    const names = config.boot.runtimePages[group];
    const [page, list] = await Promise.all([sources.content(names.default), sources.content(names.list)]);
    if (!page || !list) return notFound;
    const archive = await archiveOf(request, group, place, list.items);
    if (!archive) return notFound;
    const { items, recent, pages, ...links } = archive;
    const isFirst = isFirstPlace(place);
    const name = isFirst ? null : placeName(request, place);
    const title = page.page.title || words.t(`page.list.${group}`);
    return {
      status: 200,
      page: {
        kind: 'list',
        group,
        title: name === null ? title : words.t('page.list.title_of', { title, place: name }),
        intro: isFirst && page.page.title ? contentBlockOf(page.page) : null,
        items: items.map((item) => teaserOf(item, group, words)),
        place: name,
        position: pages > 1 ? words.t('page.list.position', { page: place.page, pages }) : null,
        ...links,
        recent: recent.map((item) => teaserOf(item, group, words)),
      },
      meta: metaOf(request, {
        // Search engines treat each page of the archive as a separate page, so each one needs its own title.
        ...(name === null
          ? { title: configuredTitle(request, group), cms: page.page.head }
          : {
              title: words.t('page.list.title_of', { title: words.t(`page.list.${group}`), place: name }),
              description: words.t(`page.list.description_${group}`, { place: name }),
            }),
        canonicalPath: archiveHref({ langPrefix: '' }, group, place),
        indexable: page.page.head.indexable,
      }),
    };
  };

/** Returns the items of one archive page, or null if the archive has no such month or page. */
async function archiveOf(
  request: PageRequest,
  group: Group,
  place: ArchivePlace,
  listed: readonly CleanItem[],
): Promise<Archive | null> {
  const { sources, config, words } = request;
  const isFirst = isFirstPlace(place);
  const whole: Archive = {
    items: listed,
    months: [],
    newerHref: null,
    olderHref: null,
    recent: [],
    pages: 1,
  };
  const called = PostGroup.safeParse(config.boot.runtimePages[group].list);
  // Only the lists `blogs` and `promotions` have an archive, but an operator can configure any list for this page.
  if (!called.success) return isFirst ? whole : null;
  const posts = sources.posts(called.data, place);
  const [found, months, recent] = await Promise.all([
    // If the platform's news call fails, the first page shows the whole list of the CMS.
    isFirst ? sources.optional(posts) : posts,
    sources.optional(sources.postMonths(called.data)),
    isFirst ? null : sources.optional(sources.recentPosts(called.data)),
  ]);
  const itemsOf = (each: readonly Post[]) =>
    each.flatMap(({ slug }) => listed.find((item) => item.slug === slug) ?? []);
  const items = itemsOf(found?.result ?? []);
  // A platform that does not share its texts with the CMS may list items that the CMS does not know. Such items have no
  // pages on this site.
  if (!found || items.length === 0) return isFirst ? whole : null;
  const hrefAt = (page: number) => archiveHref(words, group, { ...place, page });
  return {
    items,
    pages: found.pages,
    months: monthLinks(request, group, place, months ?? []),
    newerHref: place.page > 1 ? hrefAt(place.page - 1) : null,
    olderHref: place.page < found.pages ? hrefAt(place.page + 1) : null,
    recent: itemsOf(recent ?? [])
      .filter((item) => !items.includes(item))
      .slice(0, recentShown),
  };
}

function monthLinks(
  { words }: PageRequest,
  group: Group,
  place: ArchivePlace,
  months: Awaited<ReturnType<PageRequest['sources']['postMonths']>>,
): PlaceLink[] {
  if (months.length === 0) return [];
  const all = {
    label: words.t(`page.list.all_${group}`),
    href: archiveHref(words, group, { month: null, page: 1 }),
  };
  return [
    { ...all, isCurrent: place.month === null },
    ...months.map(({ year, month, count }) => ({
      label: words.t('page.list.month', {
        month: words.month(year, month),
        number: words.count(count),
      }),
      href: archiveHref(words, group, { month: { year, month }, page: 1 }),
      isCurrent: place.month?.year === year && place.month.month === month,
    })),
  ];
}

/** Returns the title of an archive page other than the first, such as "November 2026, page 2". */
function placeName({ words }: PageRequest, { month, page }: ArchivePlace): string {
  const number = page > 1 ? words.t('page.list.page', { page: words.count(page) }) : null;
  const monthText = month && words.month(month.year, month.month);
  return [monthText, number].filter((part) => part !== null).join(', ');
}

export const loadPromotions = listOf('promotions');
const loadBlogList = listOf('blogs');

/**
 * Loads `/blogs`. With `?blog=name`, it loads the blog with this name instead. Slashes in the name are removed (spec
 * §2).
 */
export const loadBlogs: PageLoader = (request) => {
  const blog = request.query['blog'];
  return blog === undefined ? loadBlogList(request) : loadItem(request, 'blogs', blog.replaceAll('/', ''));
};
