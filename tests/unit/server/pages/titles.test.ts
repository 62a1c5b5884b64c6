import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../server/config/project-root.ts';
import { readSiteConfig } from '../../../../server/config/site-config.ts';
import { metaOf } from '../../../../server/pages/loader.ts';
import { createWords } from '../../../../server/words/words.ts';

const config = readSiteConfig(path.join(projectRoot, 'config'));
const words = createWords(config).get('en');
if (!words) throw new Error('There are no English words');
const metaWith = (title: string, picture: string | null = null) =>
  metaOf({ words, config }, { title, picture, canonicalPath: '/blogs/x' });

describe('the title of a page', () => {
  it('contains the site’s name if title and name together fit into 70 characters', () => {
    expect(metaWith('a'.repeat(55)).title).toBe(`${'a'.repeat(55)} · Golden Lotto`);
    expect(metaWith('a'.repeat(56)).title).toBe('a'.repeat(56));
    expect(metaWith('FAQ | Golden Lotto').title).toBe('FAQ | Golden Lotto');
  });

  it('is cut after a whole word, or after a whole character if the title has no spaces', () => {
    expect(metaWith('word, '.repeat(20)).title).toBe(`${'word, '.repeat(10)}word…`);
    for (const letter of ['x', 'कि', '👩‍👩‍👧', '🎱']) {
      const { title } = metaWith(letter.repeat(80));
      expect(title.length).toBeLessThanOrEqual(70);
      expect(title.replaceAll(letter, '')).toBe('…');
    }
  });
});

describe('the picture for link previews', () => {
  it('is the CMS picture if it has an HTTP or site-relative URL, otherwise null', () => {
    for (const address of ['https://cms.example/a.jpg', '/uploads/2026/11/a.jpg'])
      expect(metaWith('Blog', address).picture).toEqual({ path: address, alt: 'Blog', size: null });
    for (const name of ['balls', 'javascript:alert(1)', null])
      expect(metaWith('Blog', name).picture).toBeNull();
  });
});
