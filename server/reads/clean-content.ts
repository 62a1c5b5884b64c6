import type { ContentItem, ContentPage } from '../../shared/contract/content.ts';
import type { SafeHtml } from '../../shared/pages/content.ts';
import { fileVersionOf } from '../content/content-host.ts';
import { cleanHtml } from '../content/content-html.ts';
import type { LinkRules } from '../content/content-links.ts';
import { convertPicture } from '../content/content-pictures.ts';
import { plain } from '../words/plain-text.ts';

/** A CMS item whose HTML was sanitised once, before it entered the data cache. */
export interface CleanItem {
  slug: string;
  title: string;
  excerpt: string;
  html: SafeHtml;
  /** Date of the item as YYYY-MM-DD, or null if the CMS states none. */
  date: string | null;
  /** Day of the last change as YYYY-MM-DD, or null if the CMS states none. */
  modified: string | null;
  /** Name of an illustration, or the path of a picture on this site. Null for an item without a picture. */
  picture: string | null;
  /** The paths of the picture in several widths, as a `srcset`. Null if the CMS names no widths. */
  pictureSet: string | null;
  meta: Record<string, string | number | boolean>;
  head: { title: string | null; description: string | null; indexable: boolean };
}

export interface CleanPage {
  page: CleanItem;
  /** Items of a list page, or blocks of the home page. */
  items: CleanItem[];
}

/**
 * Returns the name of an illustration as it is. For a picture, returns the path under which this site serves it, or
 * null if this site cannot serve it.
 */
function pictureOf(picture: string | undefined, version: string | null, { host }: LinkRules): string | null {
  if (picture === undefined || /^[a-z0-9-]+$/i.test(picture)) return picture ?? null;
  return convertPicture(picture, version, host);
}

function pictureSetOf(
  sizes: NonNullable<ContentItem['featured_sizes']>,
  version: string | null,
  { host }: LinkRules,
): string | null {
  const candidates = sizes.flatMap(({ url, width }) => {
    const path = convertPicture(url, version, host);
    return path === null ? [] : [`${path} ${width}w`];
  });
  return candidates.join(', ') || null;
}

function cleanItem(item: ContentItem, lang: string, rules: LinkRules): CleanItem {
  const head = item.yoast_head_json;
  const version = fileVersionOf(item.modified ?? item.date);
  return {
    slug: item.slug,
    title: plain(item.title.rendered),
    excerpt: plain(item.excerpt?.rendered ?? ''),
    html: { __html: cleanHtml(item.content.rendered, { lang, version }, rules) },
    date: item.date?.slice(0, 10) ?? null,
    modified: item.modified?.slice(0, 10) ?? null,
    picture: pictureOf(item.featured_image, version, rules),
    pictureSet: pictureSetOf(item.featured_sizes ?? [], version, rules),
    meta: item.meta ?? {},
    head: {
      title: head?.title ?? null,
      description: head?.description ?? null,
      indexable: head?.robots?.index !== 'noindex',
    },
  };
}

/**
 * Returns the content of a CMS response with sanitised HTML.
 * @param lang language of the texts. A link to a page of this site opens the page in the same language, unless the path
 *   of the link names another language
 * @returns null if the CMS has no such page
 */
export function cleanContent(answer: ContentPage | null, lang: string, rules: LinkRules): CleanPage | null {
  const given = answer?.isSuccess ? answer.cmsData.jsonData : [];
  const [page, ...items] = given.map((item) => cleanItem(item, lang, rules));
  return page ? { page, items } : null;
}
