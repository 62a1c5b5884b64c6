import type { z } from 'zod';
import { ContentItem, ContentName, type ContentPage } from '../../shared/contract/content.ts';
import { ContentAnswer, readItems } from './content-items.ts';
import { type PlatformCredentials, platformHeaders } from './platform-headers.ts';
import { createTransport, type TransportOptions } from './transport.ts';
import { UpstreamError } from './upstream-error.ts';
import { createWordPressContent } from './wordpress/content.ts';
import type { ContentGroup, WordPressOptions } from './wordpress/groups.ts';
import { createWordPressRest } from './wordpress/rest.ts';
import type { ContentHit } from './wordpress/search.ts';

export interface ContentClientOptions extends Omit<TransportOptions, 'name'>, WordPressOptions {
  /** 'json' reads GET /cms/content/{lang}/{name}.json. 'wordpress' reads WordPress's REST API. */
  kind: 'json' | 'wordpress';
  /**
   * The platform's credentials, if the platform itself serves the content. Null for any other host, because no other
   * host may receive the credentials.
   */
  credentials: PlatformCredentials | null;
}

interface ReadOptions {
  signal?: AbortSignal | undefined;
}

export interface ContentClient {
  /**
   * Reads a page of the CMS with the items that the page lists.
   * @returns null if there is no such page or the name is invalid
   * @throws UpstreamError and no other error
   */
  page(lang: string, name: string, options?: ReadOptions): Promise<ContentPage | null>;
  /**
   * Reads one item of a group, such as one blog.
   * @returns null if there is no such item or the slug is invalid
   * @throws UpstreamError and no other error
   */
  item(lang: string, group: ContentGroup, slug: string, options?: ReadOptions): Promise<ContentPage | null>;
  /**
   * Searches the texts of WordPress. For any other content host, the result is empty.
   * @returns pages and posts that contain all of these words, best match first
   * @throws UpstreamError and no other error
   */
  search(lang: string, words: string, options?: ReadOptions): Promise<ContentHit[]>;
  close(): Promise<void>;
}

const langShape = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/;

export function createContentClient(options: ContentClientOptions): ContentClient {
  const transport = createTransport({ ...options, name: 'content' });
  const { log } = options;
  const credentials = options.kind === 'json' ? options.credentials : null;
  const headersFor = (path: string): Record<string, string> => ({
    accept: 'application/json',
    ...(credentials && platformHeaders(credentials, { method: 'GET', path, body: '' }, Date.now())),
  });

  /** Requests JSON with GET and checks it against a schema. Returns null for 404 and 410. */
  const read = async <S extends z.ZodType>(
    path: string,
    schema: S,
    label: string,
    signal: AbortSignal | undefined,
  ): Promise<z.output<S> | null> => {
    const { status, body } = await transport.send({
      method: 'GET',
      path,
      headers: () => headersFor(path),
      signal,
      retry: true,
      label,
    });
    if (status === 404 || status === 410) return null;
    if (status >= 300)
      throw new UpstreamError('content', 'bad-status', `${label} answered ${status}`, { status });
    const checked = schema.safeParse(body);
    if (checked.success) return checked.data;
    const where = checked.error.issues[0]?.path.join('.') ?? '';
    throw new UpstreamError(
      'content',
      'bad-answer',
      `${label}: does not match the contract at ${where || 'its root'}`,
      {
        status,
      },
    );
  };

  const wordPress = createWordPressContent({
    rest: createWordPressRest({ transport, log }),
    log,
    lists: options.lists,
    defaultLanguage: options.defaultLanguage,
  });
  const fromWordPress = (items: readonly ContentItem[] | null, name: string): ContentPage | null =>
    items && readItems(items, (item) => ContentItem.safeParse(item), { name, log });

  const page: ContentClient['page'] = async (lang, name, { signal } = {}) => {
    if (!ContentName.safeParse(name).success || !langShape.test(lang)) return null;
    if (options.kind === 'wordpress') return fromWordPress(await wordPress.page(lang, name, signal), name);
    const answer = await read(`/cms/content/${lang}/${name}.json`, ContentAnswer, 'content', signal);
    if (!answer?.isSuccess) return null;
    return readItems(answer.cmsData.jsonData, (item) => ContentItem.safeParse(item), { name, log });
  };

  return {
    page,
    async item(lang, group, slug, { signal } = {}) {
      if (options.kind === 'json') return page(lang, `${group}-${slug}`, { signal });
      if (!langShape.test(lang)) return null;
      return fromWordPress(await wordPress.item(lang, group, slug, signal), group);
    },
    search: async (lang, words, { signal } = {}) =>
      options.kind === 'wordpress' ? wordPress.search(lang, words, signal) : [],
    close: transport.close,
  };
}
