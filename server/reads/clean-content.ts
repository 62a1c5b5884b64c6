import sanitizeHtml from 'sanitize-html';
import type { ContentItem, ContentPage } from '../../shared/contract/content.ts';
import type { SafeHtml } from '../../shared/pages/content.ts';

/** A CMS item whose HTML was sanitised once, before it entered the data cache. */
export interface CleanItem {
  slug: string;
  title: string;
  excerpt: string;
  html: SafeHtml;
  /** Date as YYYY-MM-DD, or null. */
  date: string | null;
  /** Day of the last change as YYYY-MM-DD, or null. */
  modified: string | null;
  picture: string | null;
  meta: Record<string, string | number | boolean>;
  head: { title: string | null; description: string | null; indexable: boolean };
}

export interface CleanPage {
  page: CleanItem;
  /** Items of a list page, or blocks of the home page. */
  items: CleanItem[];
}

const allowed: sanitizeHtml.IOptions = {
  allowedTags: (
    'h2 h3 h4 p ul ol li dl dt dd a strong b em i small sub sup blockquote hr br code ' +
    'pre kbd abbr time img figure figcaption table caption thead tbody tfoot tr th ' +
    'td details summary section div button'
  ).split(' '),
  allowedAttributes: {
    '*': ['id', 'lang', 'dir'],
    a: ['href', 'rel', 'data-hook', 'data-target'],
    // Buttons in content can open the deposit popup or a page. The script that handles a click validates these
    // attributes.
    button: ['type', 'data-hook', 'data-target'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
    time: ['datetime'],
    abbr: ['title'],
    details: ['open'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // No real text nests elements more deeply.
  nestingLimit: 64,
  disallowedTagsMode: 'discard',
  transformTags: {
    // Replace h1 with h2. Each page has only one h1, which the page's component renders.
    h1: 'h2',
    a: (tagName, attribs) => ({
      tagName,
      attribs: /^https?:/i.test(attribs['href'] ?? '') ? { ...attribs, rel: 'noopener' } : attribs,
    }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } }),
    button: (tagName, attribs) => ({ tagName, attribs: { ...attribs, type: 'button' } }),
  },
};

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Converts HTML to plain text, for titles, excerpts and answers. */
export function plain(html: string): string {
  return sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

function cleanItem(item: ContentItem): CleanItem {
  const head = item.yoast_head_json;
  return {
    slug: item.slug,
    title: plain(item.title.rendered),
    excerpt: plain(item.excerpt?.rendered ?? ''),
    html: { __html: sanitizeHtml(item.content.rendered, allowed) },
    date: item.date?.slice(0, 10) ?? null,
    modified: item.modified?.slice(0, 10) ?? null,
    picture: item.featured_image ?? null,
    meta: item.meta ?? {},
    head: {
      title: head?.title ?? null,
      description: head?.description ?? null,
      indexable: head?.robots?.index !== 'noindex',
    },
  };
}

/**
 * Returns the content of a CMS answer with sanitised HTML.
 * @returns null if the CMS has no such page
 */
export function cleanContent(answer: ContentPage | null): CleanPage | null {
  const given = answer?.isSuccess ? answer.cmsData.jsonData : [];
  const [page, ...items] = given.map(cleanItem);
  return page ? { page, items } : null;
}
