import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ContentItem, ContentName } from '../../shared/contract/content.ts';
import { ContentFault } from './content-fault.ts';
import type { FrontMatter } from './front-matter.ts';
import { illustrations, splitFrontMatter } from './front-matter.ts';
import { createMarkdown, MarkdownFault } from './markdown.ts';
import { fillOperatorFacts, OperatorFacts, operatorFile, readOperatorFacts } from './operator-facts.ts';

/** Language in which a text without a translation is shown. */
export const fallbackLanguage = 'en';

/** Name of the file in the content folder to which the build writes all rendered texts. */
const preparedFile = 'library.json';
const languageFolder = /^[a-z]{2,3}(?:-[A-Z]{2})?$/;
/** Usual reading speed on a screen, in words per minute, for the estimated reading time. */
const wordsAMinute = 200;

/** A text of the content folder in one language. */
export interface Text {
  /** Name of the text's page, such as `faq` or `blogs-how-a-draw-is-made`. */
  name: string;
  /**
   * Folder that contains the text's file, such as `blogs` or `home`. Null for a file directly in the language's folder.
   */
  group: string | null;
  order: number;
  item: ContentItem;
}

/** All texts, by language and then by name. */
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

/** Returns the content files of one language, as paths relative to the content folder. */
function filesOf(contentDir: string, lang: string): string[] {
  return readdirSync(join(contentDir, lang), { recursive: true, encoding: 'utf8' })
    .map((path) => join(lang, path))
    .filter((path) => path.endsWith('.md') || path === join(lang, operatorFile))
    .sort();
}

/**
 * Returns a value that changes whenever a content file is added, changed or removed.
 * @param contentDir folder with one subfolder for each language
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

function nameOf(file: string, lang: string): { group: string | null; slug: string; name: string } {
  const parts = file
    .slice(lang.length + 1)
    .replace(/\.md$/, '')
    .split(/[\\/]/);
  const slug = parts.at(-1) ?? '';
  const group = parts.length === 2 ? (parts[0] ?? null) : null;
  const name = group === null ? slug : `${group}-${slug}`;
  // Allow capital letters, but not as the first letter. Only names of popups contain capital letters (spec §2), and
  // these names are in camel case.
  if (parts.length > 2 || !ContentName.safeParse(name).success || !/^[a-z0-9]/.test(slug)) {
    const form =
      'must be {page}.md or {group}/{slug}.md in letters, digits and -, not starting with a capital';
    throw new ContentFault(file, 'file name', form);
  }
  return { group, slug, name };
}

function checkedImage(head: FrontMatter, group: string | null, file: string): string {
  // In a text about a game, the field `image` is the gameId, not the name of an illustration.
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
    // `lang` lets a page mark a fallback text with the text's own language (WCAG 3.1.2).
    lang,
    ...(group === 'blogs' ? { reading_minutes: Math.max(1, Math.round(words / wordsAMinute)) } : {}),
  };
}

/**
 * Returns every text. If the build has stored the rendered texts, they are not rendered and validated again.
 * @param contentDir folder with one subfolder for each language
 * @throws ContentFault for the first invalid text. Its message is one line that names file and field
 */
export function readLibrary(contentDir: string): Library {
  const prepared = join(contentDir, preparedFile);
  if (!existsSync(prepared)) return renderLibrary(contentDir);
  const languages: [string, Text[]][] = JSON.parse(readFileSync(prepared, 'utf8'));
  return new Map(
    languages.map(([lang, texts]) => [lang, new Map(texts.map((text) => [text.name, text]))] as const),
  );
}

/**
 * Renders and validates every text, and stores all of them in one file for `readLibrary`.
 * @throws ContentFault for the first invalid text
 */
export function prepareLibrary(contentDir: string): void {
  const languages = [...renderLibrary(contentDir)].map(([lang, texts]) => [lang, [...texts.values()]]);
  writeFileSync(join(contentDir, preparedFile), JSON.stringify(languages));
}

/** Reads, renders and validates every text. The folder of English texts must exist. */
function renderLibrary(contentDir: string): Library {
  const languages = languagesIn(contentDir);
  if (!languages.includes(fallbackLanguage)) {
    throw new ContentFault(contentDir, fallbackLanguage, 'the folder of English texts is missing');
  }
  const render = createMarkdown();
  const englishFacts = readOperatorFacts(contentDir, fallbackLanguage) ?? OperatorFacts.parse({});
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
    const facts = readOperatorFacts(contentDir, lang) ?? englishFacts;
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
