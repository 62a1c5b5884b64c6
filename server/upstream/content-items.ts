import { z } from 'zod';
import { ContentItem, type ContentPage, YoastHead } from '../../shared/contract/content.ts';
import type { Log } from '../log.ts';
import { UpstreamError } from './upstream-error.ts';

/**
 * The answer of a content host. Its items are parsed one by one, so that an invalid item does not affect the others.
 */
export const ContentAnswer = z.object({
  isSuccess: z.boolean(),
  cmsData: z.object({ jsonData: z.array(z.unknown()).max(500) }),
});

/**
 * An item with only its required fields and its robots rules. The rules are kept, so that search engines obey them even
 * if other fields are invalid.
 */
const TextAlone = ContentItem.pick({ slug: true, title: true, content: true }).extend({
  yoast_head_json: z
    .object({ robots: YoastHead.shape.robots })
    .transform(({ robots }) => ({ title: '', robots }))
    .optional()
    .catch(undefined),
});

/**
 * Maximum number of HTML tags in one text, and in all texts of a response. Real content has several times fewer tags.
 * Parsing a tag takes one step for each enclosing tag, so many deeply nested tags could block the process.
 */
const mostTags = 5000;
const mostTagsInAll = 200_000;
/** At most this many dropped items are logged for each answer. */
const mostLogged = 10;

const Slug = z.object({ slug: z.string() });

/** Returns the slug of an item for the log. The slug comes from another host, so the function shortens it. */
function slugOf(item: unknown): string {
  const named = Slug.safeParse(item);
  return named.success ? named.data.slug.slice(0, 120) : 'without a slug';
}

function tagsIn({ content }: ContentItem): number {
  return content.rendered.split('<').length - 1;
}

/**
 * Parses the items of an answer. An item that violates the contract, or has more HTML tags than any real text, is
 * omitted. The first item is the page itself, which cannot be omitted. If the page violates the contract, it is reduced
 * to its required fields.
 * @param read parses one item and never throws
 * @throws UpstreamError if the page's own text is unusable
 */
export function readItems(
  given: readonly unknown[],
  read: (item: unknown) => z.ZodSafeParseResult<ContentItem>,
  { name, log }: { name: string; log: Log },
): ContentPage {
  const items: ContentItem[] = [];
  let tagsInAll = 0;
  let faults = 0;
  const report = (item: unknown, message: string, field: string): void => {
    faults++;
    if (faults <= mostLogged) log.warn({ page: name, slug: slugOf(item), field }, message);
  };
  for (const [index, item] of given.entries()) {
    const parsed = read(item);
    const field = parsed.error?.issues[0]?.path.join('.') ?? 'content';
    const reduced = parsed.success || index > 0 ? null : TextAlone.safeParse(item);
    const usable = parsed.data ?? reduced?.data;
    const tags = usable ? tagsIn(usable) : 0;
    if (usable && tags <= mostTags && tagsInAll + tags <= mostTagsInAll) {
      if (!parsed.success) report(item, 'content page reduced to its text', field);
      tagsInAll += tags;
      items.push(usable);
    } else if (index === 0) {
      throw new UpstreamError('content', 'bad-answer', `${name}: does not match the contract at ${field}`);
    } else {
      report(item, 'content item left out', field);
    }
  }
  return { isSuccess: true, cmsData: { jsonData: items } };
}
