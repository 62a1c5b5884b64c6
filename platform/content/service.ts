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
   * Returns the response for a page.
   * @param lang folder of texts, such as `en`
   * @param name page (`faq`) or item (`blogs-how-a-draw-is-made`)
   * @returns the page, in English if it is not translated. Null if the page does not exist
   */
  page: (lang: string, name: string) => ContentAnswer | null;
  /** Returns all current texts. The same object is returned until a file changes. */
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

/** Returns a function that creates and caches the response for each page at its first request. */
function createAnswers(library: Library): (lang: string, name: string) => ContentAnswer | null {
  const fallback = library.get(fallbackLanguage) ?? new Map<string, Text>();
  const languages = new Map(
    [...library].map(([lang, own]) => [
      lang,
      { texts: new Map([...fallback, ...own]), answers: new Map<string, ContentAnswer>() },
    ]),
  );
  return (lang, name) => {
    const language = languages.get(lang);
    const text = language?.texts.get(name);
    if (!language || !text || text.group === blocksPage) return null;
    const known = language.answers.get(name);
    if (known) return known;
    const members = text.group === null ? [...language.texts.values()].filter((t) => t.group === name) : [];
    const items = members.sort(byOrder).map((t) => (name === blocksPage ? t.item : withoutBody(t.item)));
    const answer = answerOf([text.item, ...items]);
    language.answers.set(name, answer);
    return answer;
  };
}

/**
 * Reads all texts.
 * @throws ContentFault for an invalid text; its message is one line that names file and field
 */
export function createContentService({ contentDir, watch, onFault }: ContentServiceOptions): ContentService {
  let seen = watch ? fingerprint(contentDir) : '';
  let library = readLibrary(contentDir);
  let answers = createAnswers(library);
  const reloadIfChanged = () => {
    try {
      const now = fingerprint(contentDir);
      if (now === seen) return;
      // Store the fingerprint before reading the files, so that an invalid file is reported only once and not at every
      // request.
      seen = now;
      library = readLibrary(contentDir);
      answers = createAnswers(library);
    } catch (error) {
      onFault(error);
    }
  };
  return {
    page: (lang, name) => {
      if (watch) reloadIfChanged();
      return answers(lang, name);
    },
    library: () => {
      if (watch) reloadIfChanged();
      return library;
    },
  };
}
