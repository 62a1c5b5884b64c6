import { describe, expect, test } from 'vitest';
import { splitFrontMatter } from '../../../../platform/content/front-matter.ts';

const valid = {
  title: 'About us',
  seoTitle: 'About us, a test',
  description: 'A description that is long enough to be a description of a page.',
  excerpt: 'An excerpt that is long enough.',
  date: '2026-11-01',
  image: 'balls',
};

const file = (fields: Record<string, unknown>, body = 'Text.') =>
  `---\n${Object.entries({ ...valid, ...fields })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join('\n')}\n---\n\n${body}\n`;

describe('splitFrontMatter', () => {
  test('reads a file that has CRLF line endings and a byte order mark', () => {
    const { head, body } = splitFrontMatter(`\uFEFF${file({})}`.replaceAll('\n', '\r\n'), 'en/a.md');
    expect(head).toMatchObject({ title: 'About us', date: '2026-11-01', index: true, layout: 'text' });
    expect(body.trim()).toBe('Text.');
  });

  test('keeps a --- line that is part of the body', () => {
    expect(splitFrontMatter(file({}, 'One.\n\n---\n\nTwo.'), 'en/a.md').body).toContain('Two.');
  });

  test.each([
    ['a missing title', { title: undefined }, 'title'],
    ['a description that is too long', { description: 'x'.repeat(161) }, 'description'],
    ['a description that is too short', { description: 'Short.' }, 'description'],
    ['a day that does not exist', { date: '2026-02-30' }, 'date'],
    ['a modification date before the publication date', { modified: '2026-10-31' }, 'modified'],
    ['an unknown field', { titel: 'About us' }, 'titel'],
    ['HTML in a plain field', { title: 'About <b>us</b>' }, 'title'],
    ['an entity in a plain field', { title: 'Terms &amp; Conditions' }, 'title'],
    ['an unknown layout', { layout: 'cards' }, 'layout'],
    ['a nested meta value', { meta: { code: { a: 1 } } }, 'meta.code'],
  ])('rejects %s with an error that names the file and the field', (_, fields, field) => {
    let message = '';
    try {
      splitFrontMatter(file(fields), 'en/about.md');
    } catch (error) {
      message = error instanceof Error ? error.message : '';
    }
    expect(message).toMatch(/^content: en\/about\.md: /);
    expect(message).toContain(` ${field}: `);
    expect(message).not.toContain('\n');
  });

  test.each([
    ['no front matter at all', '# About us\n'],
    ['unterminated front matter', '---\ntitle: About us\n'],
    ['YAML that does not parse', '---\ntitle: "About\n---\n'],
  ])('rejects %s with an error that names the file', (_, source) => {
    expect(() => splitFrontMatter(source, 'en/about.md')).toThrow(
      /^content: en\/about\.md: front matter: [^\n]+$/,
    );
  });
});
