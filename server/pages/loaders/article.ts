import type { ArticlePage } from '../../../shared/pages/article.ts';
import type { SafeHtml } from '../../../shared/pages/content.ts';
import type { CleanItem } from '../../reads/clean-content.ts';
import { plain } from '../../words/plain-text.ts';
import { labelOf } from '../frame.ts';
import {
  configuredTitle,
  type LoadedPage,
  metaOf,
  notFound,
  type PageLoader,
  type PageRequest,
} from '../loader.ts';
import { groupPath, menuGroups } from '../menu-groups.ts';
import { listWith } from './listed.ts';
import { loadMenuGroup } from './menu-group.ts';
import { htmlOf, leadOf } from './shown-text.ts';
import { storiesOf } from './stories.ts';
import { teaserOf } from './teasers.ts';

export type Group = 'blogs' | 'promotions';
const moreItems = 3;

/**
 * Loads one blog or promotion. It requests the item from the CMS only if the list of all blogs or promotions contains
 * the slug.
 */
export async function loadItem(request: PageRequest, group: Group, slug: string): Promise<LoadedPage> {
  const { sources, words } = request;
  const list = await listWith(sources, request.config.boot.runtimePages[group].list, slug);
  if (!list) return notFound;
  const item = await sources.item(group, slug);
  if (!item) return notFound;
  return article(request, item, {
    group,
    backHref: `${words.langPrefix}/${group}`,
    parent: { label: words.t(`page.list.${group}`), href: `${words.langPrefix}/${group}` },
    more: list.items
      .filter((other) => other.slug !== slug)
      .slice(0, moreItems)
      .map((other) => teaserOf(other, group, words)),
    isSample: false,
    stories: [],
    canonicalPath: `/${group}/${encodeURIComponent(slug)}`,
  });
}

const itemOf =
  (group: Group): PageLoader =>
  (request) =>
    loadItem(request, group, request.params['slug'] ?? '');

export const loadPromotion = itemOf('promotions');
export const loadBlog = itemOf('blogs');

const storiesPage = 'winnerstories';
const questionsPath = '/faq';

/** Returns the first group of the footer menu that contains the page. */
function parentOf({ config, path, words }: PageRequest): ArticlePage['parent'] {
  const group = menuGroups(config).find(({ item }) => item.children?.some(({ url }) => url === path));
  return group
    ? { label: labelOf(group.item, words), href: words.langPrefix + groupPath(group, path) }
    : null;
}

/** Returns stories about recent wins, and whether the wins of sample players are among them. */
async function winnersPart(request: PageRequest): Promise<Pick<ArticlePage, 'isSample' | 'stories'>> {
  const winners = await request.sources.optional(request.sources.winners());
  if (!winners) return { isSample: false, stories: [] };
  const { topWinners, recentWinners, totals } = winners;
  return {
    isSample: totals.isSample,
    stories: await storiesOf(request, [...topWinners, ...recentWinners]),
  };
}

export const loadStatic: PageLoader = async (request) => {
  const { params, sources, config } = request;
  const { slug = '' } = params;
  const group = menuGroups(config).find(({ path }) => path === `/${slug}`);
  if (group) return loadMenuGroup(request, group);
  const known = config.boot.staticPages.some((page) => page.static && page.name === slug);
  const content = known ? await sources.content(slug) : null;
  if (!content) return notFound;
  return article(request, content.page, {
    group: null,
    backHref: null,
    parent: parentOf(request),
    more: [],
    ...(slug === storiesPage ? await winnersPart(request) : { isSample: false, stories: [] }),
    canonicalPath: `/${slug}`,
  });
};

function article(
  request: PageRequest,
  item: CleanItem,
  around: Pick<ArticlePage, 'group' | 'backHref' | 'parent' | 'more' | 'isSample' | 'stories'> & {
    canonicalPath: string;
  },
): LoadedPage {
  const { words } = request;
  const { canonicalPath, ...rest } = around;
  const itemLang = item.meta['lang'];
  const meta = metaOf(request, {
    title: around.group ? item.title : configuredTitle(request, canonicalPath.slice(1)),
    description: item.excerpt,
    cms: { title: item.head.title ?? item.title, description: item.head.description },
    canonicalPath,
    indexable: item.head.indexable,
    picture: item.picture,
    ...(around.group
      ? {
          ogType: 'article' as const,
          drawnPicture: {
            path: `${words.langPrefix}${canonicalPath}.png`,
            alt: `${words.t(`page.list.${around.group}`)}: ${item.title}`,
          },
        }
      : {}),
  });
  return {
    status: 200,
    page: {
      kind: 'article',
      ...rest,
      title: item.title,
      lead: leadOf(item, meta.description),
      html: htmlOf(item, words),
      lang: typeof itemLang === 'string' && itemLang !== words.lang ? itemLang : null,
      picture: item.picture,
      pictureSet: item.pictureSet,
      date: item.date,
      modified: item.modified,
      author: typeof item.meta['author'] === 'string' ? item.meta['author'] : null,
      questions: canonicalPath === questionsPath ? questionsOf(item.html) : [],
      dateText: item.date ? words.longDay(`${item.date}T12:00:00Z`) : null,
      modifiedText:
        item.date && item.modified && item.modified > item.date
          ? words.longDay(`${item.modified}T12:00:00Z`)
          : null,
      facts: Object.entries(item.meta).flatMap(([name, value]) => {
        const label = words.tOr(`fact.${name}`, '');
        return label ? [{ label, text: factText(value, words) }] : [];
      }),
    },
    meta,
  };
}

const foldedQuestions = /<details[^>]*>\s*<summary[^>]*>(.*?)<\/summary>(.*?)<\/details>/gs;

/**
 * Returns the questions and answers of a CMS text. In the HTML, each pair is a `details` element with the question as
 * its summary.
 */
const questionsOf = ({ __html: html }: SafeHtml): ArticlePage['questions'] =>
  Array.from(html.matchAll(foldedQuestions), ([, question = '', answer = '']) => ({
    question: plain(question),
    // Insert a space before each closing tag. Otherwise, the words of two paragraphs would be joined.
    answer: plain(answer.replaceAll('</', ' </')),
  }));

/** Formats a CMS value. Dates are written in the reader's language. */
const factText = (value: string | number | boolean, words: PageRequest['words']): string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? words.longDay(`${value}T12:00:00Z`)
    : String(value);
