import { z } from 'zod';
import { ContentItem } from '../../../shared/contract/content.ts';
import { descriptionOf, excerptOf, withoutSiteName } from './texts.ts';

/** Makes a field optional. An invalid value counts as missing, so that it does not invalidate the whole entry. */
const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
const Rendered = z.object({ rendered: z.string() });
/**
 * Id of a translation. Polylang sends a number. Some sites replace the number with an object that contains id and slug.
 */
const Translation = z.union([z.int(), z.object({ id: z.int() }).transform(({ id }) => id)]);

/**
 * One page or post of WordPress's REST API. Only id, slug and title are required, because plugins change the other
 * fields.
 */
export const WordPressEntry = z.object({
  id: z.int(),
  slug: z.string().transform(decodedSlug),
  title: Rendered,
  status: lenient(z.string()),
  /** Id of the parent page. It is 0 for a top-level page, and missing for a post. */
  parent: lenient(z.int()),
  menu_order: lenient(z.int()),
  date: ContentItem.shape.date.catch(undefined),
  modified: ContentItem.shape.modified.catch(undefined),
  excerpt: lenient(Rendered),
  /** The text of the entry. `rendered` is missing in lists, because the site does not request it there. */
  content: lenient(z.object({ rendered: lenient(z.string()), protected: lenient(z.boolean()) })),
  featured_media: lenient(z.int()),
  categories: lenient(z.array(z.int())),
  /** Language code. The plugin Polylang adds this field. */
  lang: lenient(z.string()),
  /**
   * Ids of all translations, by language. The plugin Polylang adds this field. PHP sends an empty object as an empty
   * list.
   */
  translations: lenient(z.record(z.string(), Translation)),
  meta: z.unknown().optional(),
  yoast_head_json: z.unknown().optional(),
});
export type WordPressEntry = z.infer<typeof WordPressEntry>;

export interface FeaturedPicture {
  url: string;
  sizes: NonNullable<ContentItem['featured_sizes']>;
}

/** Data that belongs to an entry but comes from other WordPress requests. */
export interface EntryContext {
  picture?: FeaturedPicture | undefined;
  categories?: readonly string[] | undefined;
  /** Language of an entry for which WordPress states no language. */
  usualLang: string;
}

const listFields =
  'id,slug,status,parent,menu_order,date,modified,title,excerpt,content.protected,featured_media,categories,meta,' +
  'lang,translations,yoast_head_json.title,yoast_head_json.description,yoast_head_json.robots,' +
  'yoast_head_json.og_site_name,yoast_head_json.og_locale,yoast_head_json.og_type,yoast_head_json.author,' +
  'yoast_head_json.twitter_misc';

/**
 * Values of the query parameter `_fields`, which selects the fields of a response. Nested field names need WordPress
 * 5.3.
 */
export const entryFields = { list: listFields, whole: `${listFields},content.rendered` } as const;

/** Decodes a slug, because WordPress percent-encodes the non-ASCII characters of slugs. */
function decodedSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

const Yoast = z.object({
  title: lenient(z.string()),
  description: lenient(z.string()),
  robots: z.unknown().optional(),
  og_site_name: lenient(z.string()),
  og_locale: lenient(z.string()),
  og_type: lenient(z.string().max(40)),
  author: lenient(z.string()),
  /** Labels in the language of WordPress, such as `"Est. reading time": "4 minutes"`. */
  twitter_misc: lenient(z.record(z.string(), z.string())),
});
type Yoast = Partial<z.infer<typeof Yoast>>;

/** Maximum lengths that the contract allows, in characters. Longer values are cut or omitted. */
const longest = {
  title: 300,
  excerpt: 2000,
  head: 200,
  description: 400,
  fact: 2000,
  factName: 64,
  author: 80,
};
const mostFacts = 48;

type Fact = string | number | boolean;
/**
 * Returns whether a field has a usable value. WordPress sends an empty string for a registered field without a value.
 */
const isFact = (value: unknown): value is Fact =>
  (typeof value === 'string' && value.trim() !== '' && value.length <= longest.fact) ||
  typeof value === 'number' ||
  typeof value === 'boolean';

function factsOf(meta: unknown): Record<string, Fact> {
  const named = z.record(z.string(), z.unknown()).safeParse(meta);
  return Object.fromEntries(
    Object.entries(named.success ? named.data : {})
      .filter((fact): fact is [string, Fact] => fact[0].length <= longest.factName && isFact(fact[1]))
      .slice(0, mostFacts),
  );
}

/** Returns the reading time in minutes. Yoast writes the time as a text that begins with this number. */
function minutesOf({ twitter_misc: labels = {} }: Yoast): number | undefined {
  const minutes = Object.values(labels).flatMap((text) => /^(\d{1,3})\s\p{L}/u.exec(text)?.[1] ?? []);
  return minutes[0] === undefined ? undefined : Number(minutes[0]);
}

/**
 * Returns whether search engines may index the entry. Other fields of Yoast do not affect the result, even if they are
 * invalid.
 */
function isIndexable({ content }: WordPressEntry, { robots }: Yoast): boolean {
  return content?.protected !== true && !/\bnoindex\b/i.test(JSON.stringify(robots ?? ''));
}

function languageOf({ lang }: WordPressEntry, { og_locale: locale }: Yoast, usualLang: string): string {
  return lang ?? /^([a-z]{2,3})(?:_|$)/.exec(locale ?? '')?.[1] ?? usualLang;
}

/** Converts an entry to the shape of the contract. Values that exceed the contract's limits are cut or omitted. */
export function itemOf(entry: WordPressEntry, { picture, categories, usualLang }: EntryContext): ContentItem {
  const { slug, title, excerpt, date, modified, content } = entry;
  const parsed = Yoast.safeParse(entry.yoast_head_json);
  const head: Yoast = parsed.success ? parsed.data : {};
  const isPost = entry.parent === undefined;
  const minutes = minutesOf(head);
  return {
    slug,
    title: { rendered: title.rendered.slice(0, longest.title) },
    content: { rendered: content?.protected ? '' : (content?.rendered ?? '') },
    meta: {
      ...(isPost && head.author ? { author: head.author.slice(0, longest.author) } : {}),
      ...(isPost && minutes ? { reading_minutes: minutes } : {}),
      ...(categories?.length ? { category: categories.join(', ').slice(0, longest.fact) } : {}),
      ...factsOf(entry.meta),
      lang: languageOf(entry, head, usualLang),
      ...(content?.protected ? { protected: true } : {}),
    },
    ...(excerpt ? { excerpt: { rendered: excerptOf(excerpt.rendered).slice(0, longest.excerpt) } } : {}),
    ...(date ? { date } : {}),
    ...(modified ? { modified } : {}),
    ...(picture ? { featured_image: picture.url, featured_sizes: picture.sizes } : {}),
    yoast_head_json: {
      title: withoutSiteName(head.title ?? '', head.og_site_name ?? '').slice(0, longest.head),
      ...(head.description
        ? { description: descriptionOf(head.description).slice(0, longest.description) }
        : {}),
      ...(head.og_type ? { og_type: head.og_type } : {}),
      robots: { index: isIndexable(entry, head) ? 'index' : 'noindex' },
    },
  };
}

/** Whether anyone may read the entry. WordPress sends only public entries, but a plugin might send others. */
export const isPublishedEntry = ({ status }: WordPressEntry): boolean =>
  status === undefined || status === 'publish';
