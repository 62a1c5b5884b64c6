import { z } from 'zod';
import { IsoDate } from './values.ts';

/** The name of a CMS page. Slugs in URLs have the same format. */
export const ContentName = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/i);

export const YoastHead = z.object({
  title: z.string().max(200),
  description: z.string().max(400).optional(),
  og_title: z.string().max(200).optional(),
  og_description: z.string().max(400).optional(),
  og_type: z.string().max(40).optional(),
  robots: z.object({ index: z.string(), follow: z.string() }).partial().optional(),
  article_published_time: z.string().max(40).optional(),
});

/** A day, or a timestamp that begins with the day. */
const ContentDate = z
  .string()
  .max(40)
  .refine((text) => IsoDate.safeParse(text.slice(0, 10)).success)
  .describe('Begins with a day as YYYY-MM-DD.');

const mostFacts = 64;
const Fact = z.union([z.string().max(2000), z.number(), z.boolean()]);
const Facts = z
  .record(z.string().max(64), Fact)
  .refine((facts) => Object.keys(facts).length <= mostFacts)
  .describe('At most 64 values.');

/** One CMS item (spec §3, WordPress-like). `content.rendered` is untrusted HTML, which the site sanitises. */
export const ContentItem = z.object({
  slug: z.string().max(120),
  title: z.object({ rendered: z.string().max(300) }),
  excerpt: z.object({ rendered: z.string().max(2000) }).optional(),
  content: z.object({ rendered: z.string().max(500_000) }),
  date: ContentDate.optional(),
  modified: ContentDate.optional(),
  /** The name of an illustration of the site, or a URL on the content host. */
  featured_image: z.string().max(300).optional(),
  /** URLs of the same image in several widths in pixels, so that browsers load a file of a fitting size. */
  featured_sizes: z
    .array(z.object({ url: z.string().max(300), width: z.int().positive() }))
    .max(8)
    .optional(),
  /** Values that only some kinds of items have, such as a promotion's code, or a post's author and reading minutes. */
  meta: Facts.optional(),
  yoast_head_json: YoastHead.optional(),
});
export type ContentItem = z.infer<typeof ContentItem>;

/**
 * Answer of GET /cms/content/{lang}/{name}.json. For a list page (`blogs`, `games`, `promotions`), the first item is
 * the page itself, and the following items are the entries of its list.
 */
export const ContentPage = z.object({
  isSuccess: z.boolean(),
  cmsData: z.object({ jsonData: z.array(ContentItem).max(500) }),
});
export type ContentPage = z.infer<typeof ContentPage>;
