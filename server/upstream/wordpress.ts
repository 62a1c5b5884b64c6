import { z } from 'zod';
import { ContentItem, YoastHead } from '../../shared/contract/content.ts';

/** One page of WordPress's REST API, /wp-json/wp/v2/pages with `_embed`. Extra fields are dropped. */
export const WordPressPage = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.object({ rendered: z.string() }),
  excerpt: z.object({ rendered: z.string() }).optional(),
  content: z.object({ rendered: z.string() }),
  date: z.string().optional(),
  modified: z.string().optional(),
  // If no fields are registered, WordPress returns an empty list instead of an object.
  meta: z.unknown().optional(),
  yoast_head_json: z.unknown().optional(),
  _embedded: z
    .object({ 'wp:featuredmedia': z.array(z.object({ source_url: z.string().optional() })).optional() })
    .optional(),
});
export type WordPressPage = z.infer<typeof WordPressPage>;
/** Each page is parsed separately in content-items.ts, so the array accepts any value. */
export const WordPressPages = z.array(z.unknown()).max(500);

const Facts = z.record(z.string(), z.unknown());
const isFact = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function factsOf(meta: unknown): Record<string, string | number | boolean> {
  const facts: Record<string, string | number | boolean> = {};
  const named = Facts.safeParse(meta);
  for (const [name, value] of Object.entries(named.success ? named.data : {}))
    if (isFact(value)) facts[name] = value;
  return facts;
}

/** Converts a WordPress page to the shape of the contract. Values that exceed the contract's limits are cut. */
export function itemOf(page: WordPressPage): ContentItem {
  const head = YoastHead.safeParse(page.yoast_head_json);
  const { _embedded: embedded } = page;
  const picture = embedded?.['wp:featuredmedia']?.[0]?.source_url;
  return {
    slug: page.slug,
    title: { rendered: page.title.rendered.slice(0, 300) },
    content: page.content,
    meta: factsOf(page.meta),
    ...(page.excerpt ? { excerpt: { rendered: page.excerpt.rendered.slice(0, 2000) } } : {}),
    ...(page.date ? { date: page.date } : {}),
    ...(page.modified ? { modified: page.modified } : {}),
    ...(picture ? { featured_image: picture } : {}),
    ...(head.success ? { yoast_head_json: head.data } : {}),
  };
}

export function wordPressItem(page: unknown): z.ZodSafeParseResult<ContentItem> {
  return WordPressPage.transform(itemOf).pipe(ContentItem).safeParse(page);
}
