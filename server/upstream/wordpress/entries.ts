import { z } from 'zod';
import type { Log } from '../../log.ts';
import { plain } from '../../words/plain-text.ts';
import { UpstreamError } from '../upstream-error.ts';
import { type FeaturedPicture, isPublishedEntry, WordPressEntry } from './entry.ts';
import type { Query, WordPressRest } from './rest.ts';

type Signal = AbortSignal | undefined;
type EntryEndpoint = 'pages' | 'posts';

const FileUrl = z.url({ protocol: /^https?$/ }).max(300);
const Width = z.int().positive().optional().catch(undefined);
const Size = z.object({ source_url: FileUrl, width: Width }).optional().catch(undefined);
const Media = z.object({
  id: z.int(),
  source_url: FileUrl,
  media_details: z
    .object({
      width: Width,
      /**
       * Smaller versions of the picture, 300, 768 and 1024 px wide. WordPress creates only versions that are smaller
       * than the picture.
       */
      sizes: z.object({ medium: Size, medium_large: Size, large: Size }).catch({}),
    })
    .optional()
    .catch(undefined),
});

/**
 * Returns a picture with its smaller versions. The version of 1024 px replaces the original picture if WordPress has
 * created that version, because the original can have many megabytes.
 */
function featuredPicture({
  source_url: whole,
  media_details: details,
}: z.infer<typeof Media>): FeaturedPicture {
  const { medium, medium_large: middle, large } = details?.sizes ?? {};
  const largest = large ?? { source_url: whole, width: details?.width };
  const sizes = [medium, middle, largest].flatMap((size) =>
    size?.width ? [{ url: size.source_url, width: size.width }] : [],
  );
  return { url: largest.source_url, sizes };
}
const Category = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string().default(''),
  lang: z.string().optional().catch(undefined),
});
type Category = z.infer<typeof Category>;

/** Slug of the category that WordPress assigns to a post if the editor has chosen no category. */
const withoutCategory = 'uncategorized';
/** At most this many dropped entries are logged for each answer. */
const mostLogged = 10;

export type EntryReader = ReturnType<typeof createEntryReader>;

/** Parses a list. An invalid entry is omitted, so that it does not affect the others. */
function parsedItems<S extends z.ZodType>(
  schema: S,
  given: readonly unknown[],
  { log, endpoint }: { log: Log; endpoint: string },
): z.output<S>[] {
  let faults = 0;
  return given.flatMap((each) => {
    const one = schema.safeParse(each);
    if (one.success) return [one.data];
    faults++;
    const field = one.error.issues[0]?.path.join('.') ?? '';
    if (faults <= mostLogged) log.warn({ endpoint, field }, 'content item left out');
    return [];
  });
}

/** Returns additional data such as pictures. If WordPress cannot send the data, the result is an empty list. */
async function optionalItems<T>(work: Promise<T[]>, log: Log): Promise<T[]> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'aborted') throw error;
    log.warn({ err: error }, 'content shown without its pictures or categories');
    return [];
  }
}

/** Returns the id of an entry's translation, or null if the entry has no translation. */
function translationIdOf({ id, translations }: WordPressEntry, lang: string): number | null {
  const translated = translations?.[lang];
  return translated === undefined || translated === id ? null : translated;
}

/** Creates the functions that read WordPress entries, with their translations, pictures and categories. */
export function createEntryReader({
  rest,
  log,
  defaultLanguage,
}: {
  rest: WordPressRest;
  log: Log;
  defaultLanguage: string;
}) {
  const publishedOf = (endpoint: EntryEndpoint, given: readonly unknown[]): WordPressEntry[] =>
    parsedItems(WordPressEntry, given, { log, endpoint }).filter(isPublishedEntry);

  const published = async (endpoint: EntryEndpoint, query: Query, signal: Signal) => {
    const entries = publishedOf(endpoint, await rest.list(endpoint, query, signal));
    // Remove duplicates. If an entry is published between the requests for two pages of the list, the later page
    // repeats an entry.
    return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  };

  const publishedById = async (
    endpoint: EntryEndpoint,
    ids: readonly number[],
    query: Query,
    signal: Signal,
  ): Promise<WordPressEntry[]> =>
    ids.length === 0 ? [] : publishedOf(endpoint, await rest.byId(endpoint, ids, query, signal));

  /**
   * Replaces entries by their translations. A translation keeps the slug and the position of the entry in the default
   * language. A page therefore has the same path in every language. An entry without a translation is kept.
   */
  const inLanguage = async (
    endpoint: EntryEndpoint,
    entries: readonly WordPressEntry[],
    lang: string,
    fields: string,
    signal: Signal,
  ): Promise<WordPressEntry[]> => {
    if (lang === defaultLanguage) return [...entries];
    const ids = entries.map((entry) => translationIdOf(entry, lang)).filter((id) => id !== null);
    const found = await publishedById(endpoint, ids, { _fields: fields }, signal);
    const byId = new Map(found.map((entry) => [entry.id, entry]));
    return entries.map((entry) => {
      const translation = byId.get(translationIdOf(entry, lang) ?? 0);
      return translation ? { ...translation, slug: entry.slug, menu_order: entry.menu_order } : entry;
    });
  };

  const categories = async (query: Query, signal: Signal): Promise<Category[]> =>
    parsedItems(Category, await rest.list('categories', { ...query, _fields: 'id,slug,name,lang' }, signal), {
      log,
      endpoint: 'categories',
    });

  return {
    published,
    publishedById,
    /** Returns the first 100 entries that match a query. */
    firstPublished: async (endpoint: EntryEndpoint, query: Query, signal: Signal) =>
      publishedOf(endpoint, await rest.first(endpoint, query, signal)),
    inLanguage,
    categories,

    /** Returns the featured images by their ids. */
    async picturesOf(
      entries: readonly WordPressEntry[],
      signal: Signal,
    ): Promise<ReadonlyMap<number, FeaturedPicture>> {
      const ids = entries.flatMap(({ featured_media: id }) => (id ? [id] : []));
      if (ids.length === 0) return new Map();
      // Request `media_details` as a whole, because WordPress omits it if the query names a nested field of it.
      const query = { _fields: 'id,source_url,media_details' };
      const found = await optionalItems(rest.byId('media', ids, query, signal), log);
      const pictures = parsedItems(Media, found, { log, endpoint: 'media' });
      return new Map(pictures.map((media) => [media.id, featuredPicture(media)]));
    },

    /**
     * Returns the names of an entry's categories, without the categories that only assign the entry to a group, such as
     * blogs.
     */
    async categoryNames(
      { categories: ids = [] }: WordPressEntry,
      groupNames: readonly string[],
      signal: Signal,
    ): Promise<string[]> {
      if (ids.length === 0) return [];
      const found = await optionalItems(categories({ include: ids.slice(0, 100).join(',') }, signal), log);
      return found
        .filter(({ slug }) => slug !== withoutCategory && !groupNames.includes(slug))
        .map(({ name }) => plain(name))
        .filter((name) => name !== '');
    },
  };
}
