import { createHash } from 'node:crypto';
import type { ContentItem, ContentPage } from '../../shared/contract/content.ts';
import type { Library, Text } from './library.ts';
import { fallbackLanguage, fingerprint, readLibrary } from './library.ts';

/** One page of the content host, ready to send. */
export interface ContentAnswer {
  /** JSON of a `ContentPage`. */
  body: string;
  /** Strong entity tag (RFC 9110 §8.8.3), quotes included. */
  etag: string;
}

export interface ContentService {
  /**
   * @param lang folder of texts, `en`
   * @param name page (`faq`) or item (`blogs-how-a-draw-is-made`)
   * @returns the page, in English where the language lacks it, or null where neither has it
   */
  page: (lang: string, name: string) => ContentAnswer | null;
  /** All texts there are, as they are now: the same object until a file changes. */
  library: () => Library;
}

export interface ContentServiceOptions {
  /** Folder with one folder a language. */
  contentDir: string;
  /** Read changed files again, as an editor wants it; production reads once. */
  watch: boolean;
  /** Told of a broken file while watching; the last good texts stay. */
  onFault: (error: unknown) => void;
}

/** Home's texts are blocks of one page; the items of other groups are pages, listed without their bodies. */
const blocksPage = 'home';

function byPlace(a: Text, b: Text): number {
  return (
    a.order - b.order ||
    (b.item.date ?? '').localeCompare(a.item.date ?? '') ||
    a.item.slug.localeCompare(b.item.slug)
  );
}

function listed(item: ContentItem): ContentItem {
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
      // A block has no page of its own.
      if (text.group === blocksPage) continue;
      const members = text.group === null ? [...texts.values()].filter((t) => t.group === text.name) : [];
      const items = members.sort(byPlace).map((t) => (text.name === blocksPage ? t.item : listed(t.item)));
      pages.set(text.name, answerOf([text.item, ...items]));
    }
    answers.set(lang, pages);
  }
  return answers;
}

/**
 * Reads all texts once and holds every answer ready.
 * @throws ContentFault, one line that names file and field, when a text cannot be served
 */
export function createContentService({ contentDir, watch, onFault }: ContentServiceOptions): ContentService {
  let seen = watch ? fingerprint(contentDir) : '';
  let library = readLibrary(contentDir);
  let answers = answersOf(library);
  const readAgainIfChanged = () => {
    try {
      const now = fingerprint(contentDir);
      if (now === seen) return;
      // Noted first: a broken file is reported once, not at every request.
      seen = now;
      library = readLibrary(contentDir);
      answers = answersOf(library);
    } catch (error) {
      onFault(error);
    }
  };
  return {
    page: (lang, name) => {
      if (watch) readAgainIfChanged();
      return answers.get(lang)?.get(name) ?? null;
    },
    library: () => {
      if (watch) readAgainIfChanged();
      return library;
    },
  };
}
