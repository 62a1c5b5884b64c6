import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import { accountPlace } from '../../shared/pages/account.ts';
import type { AccountRouteName } from '../../shared/pages/account-routes.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Deps } from '../deps.ts';
import { frameOf } from '../pages/frame.ts';
import { metaOf } from '../pages/loader.ts';
import { withoutForeignFiles } from '../render/foreign-sources.ts';
import { renderDocument } from '../render/render-document.ts';
import type { Words } from '../words/words.ts';

/** The document around the account app. Its bytes are the same for every player. */
export interface DocumentFrame {
  /**
   * Returns the bytes before the app.
   * @param query query of the page's URL. The redirect to the complete page, for browsers without script, repeats this
   *   query
   */
  before(query: URLSearchParams): Buffer;
  /**
   * Returns the bytes between the app and the closing tags.
   * @param query query of the page's URL. The links to other languages repeat this query
   */
  after(query: URLSearchParams): Buffer;
  /** A message that replaces the app if the app cannot be rendered. */
  failed: Buffer;
  /** The closing tags of body and document. */
  end: Buffer;
}

const endTags = '</body></html>';

export interface FrameRequest {
  route: AccountRouteName;
  lang: string;
  /** The path without the language. */
  path: string;
  /**
   * Whether the page is sent only when it is complete, instead of being streamed. A streamed page redirects browsers
   * without script to the complete page.
   */
  isWhole: boolean;
}

/**
 * Placeholder for the query in a cached frame. A separate cached frame for each query would let the cache grow without
 * limit.
 */
const queryPlace = '--query--';

/** Placeholder for the query in the links to other languages, including its question mark. */
const languageQueryPlace = '--language-query--';

/**
 * Creates the function that returns frames. A rendered frame is cached, because it depends only on language, route,
 * streaming, year and menus.
 */
export function createFrames(deps: Deps): (request: FrameRequest) => Promise<DocumentFrame> {
  const { env, client, clock } = deps;
  const rendered = new Map<string, { year: string; config: SiteConfig; frame: DocumentFrame }>();
  return async ({ route, lang, path, isWhole }) => {
    const key = `${lang} ${route} ${isWhole}`;
    const now = clock.now();
    const config = deps.menuTexts.shown();
    const year = isoDayIn(config.boot.timeZone, now).slice(0, 4);
    const known = rendered.get(key);
    if (known?.year === year && known.config === config) return known.frame;
    const words = deps.wordsOf(lang);
    const meta = metaOf(
      { words, config },
      {
        title: words.t(`account.page.${route}`),
        description: words.t('account.description'),
        canonicalPath: path,
        indexable: false,
      },
    );
    const around = frameOf(path, meta, words, config, env.siteUrl, now);
    const props = {
      frame: {
        ...around,
        canonical: null,
        alternates: [],
        feeds: [],
        // Files and services of other hosts must not see the data of a player.
        ...withoutForeignFiles,
        languages: around.languages.map(({ lang: code, name, href, current }) => ({
          lang: code,
          name,
          href: href + languageQueryPlace,
          current,
        })),
        withoutScriptHref: isWhole ? null : `${words.langPrefix}${path}?${queryPlace}`,
      },
      page: { kind: 'account', route } as const,
      t: words.t,
    };
    const html = String(await renderDocument(client.createDocument(props)));
    const frame = { ...splitFrame(html), failed: failedMessage(words, path) };
    rendered.set(key, { year, config, frame });
    return frame;
  };
}

function failedMessage({ t, langPrefix }: Words, path: string): Buffer {
  const title = createElement('h2', null, t('account.failed_title'));
  const link = { className: 'button button--primary', href: langPrefix + path };
  const again = createElement('a', link, t('account.try_again'));
  const message = createElement('div', { className: 'account-none', role: 'alert' }, title, again);
  return Buffer.from(renderToStaticMarkup(message));
}

/** URLSearchParams escapes every character that HTML or a meta element interprets, except the ampersand. */
const escapedQuery = (query: URLSearchParams): string => String(query).replaceAll('&', '&amp;');

/**
 * Splits the rendered frame into its parts.
 * @throws an error if the document has no placeholder for the app or no closing tags
 */
function splitFrame(html: string): Omit<DocumentFrame, 'failed'> {
  const [before, rest, ...more] = html.split(accountPlace);
  if (before === undefined || rest === undefined || more.length > 0 || !rest.endsWith(endTags))
    throw new Error('the frame of the account area has no place for its app');
  const [head = '', tail] = before.split(queryPlace);
  return {
    before: (query) => Buffer.from(tail === undefined ? head : head + escapedQuery(query) + tail),
    after: (query) =>
      Buffer.from(
        rest
          .slice(0, -endTags.length)
          .replaceAll(languageQueryPlace, query.size > 0 ? `?${escapedQuery(query)}` : ''),
      ),
    end: Buffer.from(endTags),
  };
}
