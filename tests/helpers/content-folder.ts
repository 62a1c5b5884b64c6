import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const shipped = path.resolve(import.meta.dirname, '../../platform/content');

/** A copy of the shipped texts. The test can change the copy. */
export interface ContentFolder {
  path: string;
  /** Writes an item of a group, such as the blog. */
  write(item: { lang?: string; group?: string; slug: string; date: string; title: string }): void;
  remove(): void;
}

/**
 * @param languages the languages to copy
 * @param keeps decides by the file name whether an item of the blog is copied; the default copies all items
 */
export function createContentFolder(
  languages: readonly string[],
  keeps: (file: string) => boolean = () => true,
): ContentFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-texts-'));
  for (const lang of languages)
    cpSync(path.join(shipped, lang), path.join(folder, lang), {
      recursive: true,
      filter: (from) => path.basename(path.dirname(from)) !== 'blogs' || keeps(path.basename(from)),
    });
  return {
    path: folder,
    write: ({ lang = 'en', group = 'blogs', slug, date, title }) =>
      writeFileSync(
        path.join(folder, lang, group, `${slug}.md`),
        `---
title: ${title}
seoTitle: ${title} | Golden Lotto
description: A text that this test alone needs, long enough for what search engines want to show.
excerpt: A text that this test alone needs & nobody else.
date: ${date}
image: chart
meta:
  author: Tester
---

Quokkas are small and friendly.
`,
      ),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
