import { createHash } from 'node:crypto';
import type { ContentItem, ContentPage } from '../../shared/contract/content.ts';
import type { Library, Text } from './library.ts';
import { fallbackLanguage, fingerprint, readLibrary } from './library.ts';

export interface ContentAnswer {
  /** A `ContentPage` as JSON. */
  body: string;
  /** Strong entity tag (RFC 9110 §8.8.3), including its quotes. */
  etag: string;
}

export interface ContentService {
  /**
   * @param lang folder of texts, such as `en`
   * @param name page (`faq`) or item (`blogs-how-a-draw-is-made`)
   * @returns the page, in English if it is not translated; null if it does not exist
   */
  page: (lang: string, name: string) => ContentAnswer | null;
  /** Returns all current texts, as the same object until a file changes. */
  library: () => Library;
}

export interface ContentServiceOptions {
  /** Folder with one subfolder for each language. */
  contentDir: string;
  /**
   * If true, the service reloads changed files, so that editors see their changes. In production it reads the files
   * once.
   */
  watch: boolean;
  /** Called if a changed file is invalid. The service then continues to serve the last valid texts. */
  onFault: (error: unknown) => void;
}

/**
 * Texts of the group `home` are blocks of one page. In other groups, each text is a page of its own, and lists of pages
 * omit its body.
 */
const blocksPage = 'home';

function byOrder(a: Text, b: Text): number {
  return (
    a.order - b.order ||
    (b.item.date ?? '').localeCompare(a.item.date ?? '') ||
    a.item.slug.localeCompare(b.item.slug)
  );
}

function withoutBody(item: ContentItem): ContentItem {
  return { ...item, content: { rendered: '' } };
}

function answerOf(items: ContentItem[]): ContentAnswer {
  const page: ContentPage = { isSuccess: true, cmsData: { jsonData: items } };
  const body = JSON.stringify(page);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}

function answersOf(library: Library): Map<string, Map<string, ContentAnswer>> {
  const fallback = library.get(fallbackLanguage) ?? new Map<string, Text>();
  const answers = new Map<string, Map<string, ContentAnswer>>();
  for (const [lang, own] of library) {
    const texts = new Map([...fallback, ...own]);
    const pages = new Map<string, ContentAnswer>();
    for (const text of texts.values()) {
      if (text.group === blocksPage) continue;
      const members = text.group === null ? [...texts.values()].filter((t) => t.group === text.name) : [];
      const items = members
        .sort(byOrder)
        .map((t) => (text.name === blocksPage ? t.item : withoutBody(t.item)));
      pages.set(text.name, answerOf([text.item, ...items]));
    }
    answers.set(lang, pages);
  }
  return answers;
}

/**
 * Reads all texts and prepares every answer.
 * @throws ContentFault for an invalid text; its message is one line that names file and field
 */
export function createContentService({ contentDir, watch, onFault }: ContentServiceOptions): ContentService {
  let seen = watch ? fingerprint(contentDir) : '';
  let library = readLibrary(contentDir);
  let answers = answersOf(library);
  const reloadIfChanged = () => {
    try {
      const now = fingerprint(contentDir);
      if (now === seen) return;
      // Store the fingerprint before reading the files, so that an invalid file is reported once instead of at every
      // request.
      seen = now;
      library = readLibrary(contentDir);
      answers = answersOf(library);
    } catch (error) {
      onFault(error);
    }
  };
  return {
    page: (lang, name) => {
      if (watch) reloadIfChanged();
      return answers.get(lang)?.get(name) ?? null;
    },
    library: () => {
      if (watch) reloadIfChanged();
      return library;
    },
  };
}
