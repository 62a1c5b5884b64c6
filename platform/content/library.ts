import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ContentItem, ContentName } from '../../shared/contract/content.ts';
import { ContentFault } from './content-fault.ts';
import type { FrontMatter } from './front-matter.ts';
import { illustrations, parseYaml, splitFrontMatter } from './front-matter.ts';
import { createMarkdown, MarkdownFault } from './markdown.ts';
import { fillOperatorFacts, OperatorFacts } from './operator-facts.ts';

/** Where a text goes whose language lacks it. */
export const fallbackLanguage = 'en';

const operatorFile = 'operator.yaml';
const languageFolder = /^[a-z]{2,3}(?:-[A-Z]{2})?$/;
/** One minute of reading, in words: the usual figure for prose on a screen. */
const wordsAMinute = 200;

/** One text as its language holds it. */
export interface Text {
  /** Name of its page: `faq`, `blogs-how-a-draw-is-made`. */
  name: string;
  /** Folder that it lies in (`blogs`, `home`), or null for a page. */
  group: string | null;
  order: number;
  item: ContentItem;
}

/** Texts by name, by language. */
export type Library = ReadonlyMap<string, ReadonlyMap<string, Text>>;

function folders(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function languagesIn(contentDir: string): string[] {
  return folders(contentDir).filter((name) => languageFolder.test(name));
}

/** Every file that makes the content of one language, as paths below the content folder. */
function filesOf(contentDir: string, lang: string): string[] {
  return readdirSync(join(contentDir, lang), { recursive: true, encoding: 'utf8' })
    .map((path) => join(lang, path))
    .filter((path) => path.endsWith('.md') || path === join(lang, operatorFile))
    .sort();
}

/**
 * Changes whenever a file of the content changes, appears or goes.
 * @param contentDir folder with one folder a language
 */
export function fingerprint(contentDir: string): string {
  return languagesIn(contentDir)
    .flatMap((lang) => filesOf(contentDir, lang))
    .map((path) => {
      const { mtimeMs, size } = statSync(join(contentDir, path));
      return `${path}:${mtimeMs}:${size}`;
    })
    .join('\n');
}

function factsFrom(contentDir: string, lang: string): OperatorFacts | null {
  const file = join(lang, operatorFile);
  if (!filesOf(contentDir, lang).includes(file)) return null;
  return parseYaml(OperatorFacts, readFileSync(join(contentDir, file), 'utf8'), file);
}

function nameOf(file: string, lang: string): { group: string | null; slug: string; name: string } {
  const parts = file
    .slice(lang.length + 1)
    .replace(/\.md$/, '')
    .split(/[\\/]/);
  const slug = parts.at(-1) ?? '';
  const group = parts.length === 2 ? (parts[0] ?? null) : null;
  const name = group === null ? slug : `${group}-${slug}`;
  if (parts.length > 2 || !ContentName.safeParse(name).success || name !== name.toLowerCase()) {
    throw new ContentFault(file, 'file name', 'must be {page}.md or {group}/{slug}.md in a-z, 0-9 and -');
  }
  return { group, slug, name };
}

function checkedImage(head: FrontMatter, group: string | null, file: string): string {
  // A game's emblem is named by its gameId, which the catalogue decides and not the editor.
  if (group === 'games' || (illustrations as readonly string[]).includes(head.image)) return head.image;
  throw new ContentFault(file, 'image', `must be one of ${illustrations.join(', ')}`);
}

function itemFrom(
  file: string,
  { group, slug }: { group: string | null; slug: string },
  head: FrontMatter,
  html: string,
  meta: NonNullable<ContentItem['meta']>,
): ContentItem {
  const article = group === 'blogs';
  const item: ContentItem = {
    slug,
    title: { rendered: head.title },
    excerpt: { rendered: head.excerpt },
    content: { rendered: html },
    date: head.date,
    modified: head.modified ?? head.date,
    featured_image: checkedImage(head, group, file),
    meta,
    yoast_head_json: {
      title: head.seoTitle,
      description: head.description,
      og_title: head.title,
      og_description: head.description,
      og_type: article ? 'article' : 'website',
      robots: { index: head.index ? 'index' : 'noindex', follow: 'follow' },
      ...(article ? { article_published_time: head.date } : {}),
    },
  };
  const checked = ContentItem.safeParse(item);
  if (checked.success) return item;
  const issue = checked.error.issues[0];
  throw new ContentFault(file, issue?.path.join('.') ?? 'body', issue?.message ?? 'is wrong');
}

function metaFrom(
  lang: string,
  head: FrontMatter,
  body: string,
  facts: OperatorFacts,
  file: string,
  group: string | null,
): NonNullable<ContentItem['meta']> {
  const own = Object.entries(head.meta)
    .map(
      ([key, value]) =>
        [key, typeof value === 'string' ? fillOperatorFacts(value, facts, file) : value] as const,
    )
    .filter(([, value]) => value !== '');
  const words = body.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return {
    ...Object.fromEntries(own),
    // A text that fell back to another language still has to say which one it is in (WCAG 3.1.2).
    lang,
    ...(group === 'blogs' ? { reading_minutes: Math.max(1, Math.round(words / wordsAMinute)) } : {}),
  };
}

/**
 * Reads, renders and checks every text there is.
 * @param contentDir folder with one folder a language; English must be there
 * @throws ContentFault, one line that names file and field, at the first text that cannot be served
 */
export function readLibrary(contentDir: string): Library {
  const languages = languagesIn(contentDir);
  if (!languages.includes(fallbackLanguage)) {
    throw new ContentFault(contentDir, fallbackLanguage, 'the folder of English texts is missing');
  }
  const render = createMarkdown();
  const englishFacts = factsFrom(contentDir, fallbackLanguage) ?? OperatorFacts.parse({});
  const textFrom = (lang: string, file: string, facts: OperatorFacts): Text => {
    const place = nameOf(file, lang);
    const { head, body } = splitFrontMatter(readFileSync(join(contentDir, file), 'utf8'), file);
    try {
      const filled = fillOperatorFacts(body, facts, file);
      const meta = metaFrom(lang, head, filled, facts, file, place.group);
      const item = itemFrom(file, place, head, render(filled, head.layout), meta);
      return { name: place.name, group: place.group, order: head.order ?? 0, item };
    } catch (error) {
      if (error instanceof MarkdownFault) throw new ContentFault(file, 'body', error.message);
      throw error;
    }
  };
  const library = new Map<string, Map<string, Text>>();
  for (const lang of languages) {
    const facts = factsFrom(contentDir, lang) ?? englishFacts;
    const texts = new Map<string, Text>();
    for (const file of filesOf(contentDir, lang)) {
      if (!file.endsWith('.md')) continue;
      const text = textFrom(lang, file, facts);
      if (texts.has(text.name)) throw new ContentFault(file, 'file name', `${text.name} is there twice`);
      texts.set(text.name, text);
    }
    library.set(lang, texts);
  }
  return library;
}
