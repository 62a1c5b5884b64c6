import { describe, expect, it } from 'vitest';
import { itemOf, WordPressPage } from '../../../../server/upstream/wordpress.ts';
import { ContentItem } from '../../../../shared/contract/content.ts';

const least = { id: 1, slug: 'faq', title: { rendered: 'FAQ' }, content: { rendered: '<p>Why?</p>' } };
const read = (page: unknown) => itemOf(WordPressPage.parse(page));

describe('itemOf', () => {
  it('maps a WordPress page that has only the required fields', () => {
    expect(ContentItem.parse(read(least))).toEqual({
      slug: 'faq',
      title: { rendered: 'FAQ' },
      content: { rendered: '<p>Why?</p>' },
      meta: {},
    });
  });

  it('keeps only meta fields that are strings, numbers or booleans', () => {
    const meta = { code: 'GOLD10', minutes: 4, featured: true, nested: { a: 1 }, list: [1], nothing: null };
    expect(read({ ...least, meta }).meta).toEqual({ code: 'GOLD10', minutes: 4, featured: true });
    expect(read({ ...least, meta: [] }).meta).toEqual({});
  });

  it('keeps only SEO metadata that matches the contract', () => {
    const head = { title: 'FAQ · Golden Lotto', description: 'Questions', schema: { '@graph': [] } };
    expect(read({ ...least, yoast_head_json: head }).yoast_head_json).toEqual({
      title: 'FAQ · Golden Lotto',
      description: 'Questions',
    });
    expect(read({ ...least, yoast_head_json: { title: 7 } })).not.toHaveProperty('yoast_head_json');
  });

  it('cuts values to the contract’s limits', () => {
    const long = { ...least, title: { rendered: 'x'.repeat(5000) }, excerpt: { rendered: 'y'.repeat(5000) } };
    expect(ContentItem.safeParse(read(long)).success).toBe(true);
  });
});
