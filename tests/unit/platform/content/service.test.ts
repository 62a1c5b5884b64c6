import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createContentService } from '../../../../platform/content/service.ts';
import { ContentPage } from '../../../../shared/contract/content.ts';

let contentDir = '';
beforeEach(() => {
  contentDir = mkdtempSync(join(tmpdir(), 'content-'));
});
afterEach(() => {
  rmSync(contentDir, { recursive: true });
});

const write = (path: string, title: string, { extra = '', body = 'Body.', image = 'balls' } = {}) => {
  const full = join(contentDir, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(
    full,
    `---
title: ${title}
seoTitle: ${title} for a test
description: A description that is long enough to be a description of a page.
excerpt: An excerpt that is long enough.
date: 2026-11-01
image: ${image}
${extra}
---

${body}
`,
  );
};

const service = (options: { watch?: boolean; onFault?: (error: unknown) => void } = {}) =>
  createContentService({
    contentDir,
    watch: options.watch ?? false,
    onFault:
      options.onFault ??
      ((error) => {
        throw error;
      }),
  });

const items = (content: ReturnType<typeof service>, lang: string, name: string) => {
  const answer = content.page(lang, name);
  if (answer === null) return null;
  return ContentPage.parse(JSON.parse(answer.body)).cmsData.jsonData;
};

const titles = (content: ReturnType<typeof service>, lang: string, name: string) =>
  items(content, lang, name)?.map((item) => item.title.rendered);

describe('createContentService', () => {
  test('returns the items of a list page in order and without their bodies', () => {
    write('en/blogs.md', 'Blog');
    write('en/blogs/older.md', 'Older', { extra: 'modified: 2026-11-02' });
    write('en/blogs/first.md', 'First', { extra: 'order: -1' });
    write('en/blogs/newer.md', 'Newer', { extra: 'order: 0' });
    const content = service();
    expect(titles(content, 'en', 'blogs')).toEqual(['Blog', 'First', 'Newer', 'Older']);
    expect(items(content, 'en', 'blogs')?.map((item) => item.content.rendered)).toEqual([
      '<p>Body.</p>',
      '',
      '',
      '',
    ]);
    expect(items(content, 'en', 'blogs-older')?.[0]).toMatchObject({
      slug: 'older',
      modified: '2026-11-02',
      content: { rendered: '<p>Body.</p>' },
    });
  });

  test('returns the home page with the bodies of its blocks', () => {
    write('en/home.md', 'Home');
    write('en/home/hero.md', 'Hero', { body: 'Big.' });
    const content = service();
    expect(items(content, 'en', 'home')?.[1]).toMatchObject({
      slug: 'hero',
      content: { rendered: '<p>Big.</p>' },
    });
    expect(content.page('en', 'home-hero')).toBeNull();
  });

  test('returns the English text if a translation is missing', () => {
    write('en/faq.md', 'Questions');
    write('en/blogs.md', 'Blog');
    write('en/blogs/one.md', 'One');
    write('en/blogs/two.md', 'Two');
    write('nb/blogs.md', 'Blogg');
    write('nb/blogs/two.md', 'To');
    const content = service();
    expect(titles(content, 'nb', 'faq')).toEqual(['Questions']);
    expect(items(content, 'nb', 'faq')?.[0]?.meta?.lang).toBe('en');
    expect(titles(content, 'nb', 'blogs')).toEqual(['Blogg', 'One', 'To']);
    expect(items(content, 'nb', 'blogs-two')?.[0]?.meta?.lang).toBe('nb');
    expect(titles(content, 'en', 'blogs')).toEqual(['Blog', 'One', 'Two']);
    expect(content.page('pt', 'faq')).toBeNull();
  });

  test('returns no English page for a text that exists only in another language', () => {
    write('en/faq.md', 'Questions');
    write('hi/diwali.md', 'Diwali');
    const content = service();
    expect(titles(content, 'hi', 'diwali')).toEqual(['Diwali']);
    expect(content.page('en', 'diwali')).toBeNull();
  });

  test('inserts the operator’s facts in the page’s language, or in English if this language has none', () => {
    const body = 'By {operator.company}.';
    const extra = "meta:\n  email: '{operator.email}'\n  company: '{operator.company}'";
    write('en/contactus.md', 'Contact', { body, extra });
    write('nb/contactus.md', 'Kontakt', { body, extra });
    write('pt/contactus.md', 'Contacto', { body, extra });
    writeFileSync(join(contentDir, 'en/operator.yaml'), 'company: Example Lotteries\n');
    writeFileSync(join(contentDir, 'nb/operator.yaml'), 'company: Eksempel AS\n');
    const content = service();
    expect(items(content, 'nb', 'contactus')?.[0]?.content.rendered).toBe('<p>By Eksempel AS.</p>');
    expect(items(content, 'pt', 'contactus')?.[0]?.content.rendered).toBe('<p>By Example Lotteries.</p>');
    expect(items(content, 'en', 'contactus')?.[0]?.meta).toEqual({
      company: 'Example Lotteries',
      lang: 'en',
    });
  });

  test('changes the ETag of a page only if the text changes', () => {
    write('en/faq.md', 'Questions');
    const etag = service().page('en', 'faq')?.etag;
    expect(etag).toMatch(/^"[\w-]{20,}"$/);
    expect(service().page('en', 'faq')?.etag).toBe(etag);
    write('en/faq.md', 'Answers');
    expect(service().page('en', 'faq')?.etag).not.toBe(etag);
  });

  test.each([
    ['headings out of order', 'en/faq.md', { body: '## One\n\n#### Three' }, 'en/faq.md: body: '],
    ['an unknown image', 'en/faq.md', { extra: 'modified: 2026-11-01\nimage: cat' }, 'en/faq.md: '],
    ['an upper-case file name', 'en/FAQ.md', {}, 'en/FAQ.md: file name: '],
    ['a file nested too deeply', 'en/blogs/2026/one.md', {}, 'en/blogs/2026/one.md: file name: '],
  ])('rejects %s with an error that names the file', (_, path, fields, problem) => {
    write(path, 'Questions', fields);
    expect(() => service()).toThrow(problem);
  });

  test('rejects two files that define the same page', () => {
    write('en/blogs-one.md', 'Page');
    write('en/blogs/one.md', 'Item');
    expect(() => service()).toThrow('blogs-one is there twice');
  });

  test('rejects a folder without English texts', () => {
    write('nb/faq.md', 'Spørsmål');
    expect(() => service()).toThrow('English');
  });

  test('applies file changes at the next read if it watches the folder', () => {
    write('en/faq.md', 'Questions');
    const content = service({ watch: true });
    write('en/faq.md', 'Questions and answers');
    expect(titles(content, 'en', 'faq')).toEqual(['Questions and answers']);
    write('hi/faq.md', 'Sawal');
    expect(titles(content, 'hi', 'faq')).toEqual(['Sawal']);
    rmSync(join(contentDir, 'en/faq.md'));
    expect(content.page('en', 'faq')).toBeNull();
  });

  test('returns the last valid version of a file that became invalid', () => {
    write('en/faq.md', 'Questions');
    const faults: unknown[] = [];
    const content = service({ watch: true, onFault: (error) => faults.push(error) });
    write('en/faq.md', 'Broken', { body: '# Second title' });
    expect(titles(content, 'en', 'faq')).toEqual(['Questions']);
    expect(titles(content, 'en', 'faq')).toEqual(['Questions']);
    expect(faults).toHaveLength(1);
    expect(String(faults[0])).toContain('en/faq.md: body: ');
    write('en/faq.md', 'Mended');
    expect(titles(content, 'en', 'faq')).toEqual(['Mended']);
  });

  test('ignores file changes if it does not watch the folder', () => {
    write('en/faq.md', 'Questions');
    const content = service();
    write('en/faq.md', 'Changed');
    utimesSync(join(contentDir, 'en/faq.md'), new Date(), new Date('2030-01-01'));
    expect(titles(content, 'en', 'faq')).toEqual(['Questions']);
  });
});
