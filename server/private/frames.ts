import { accountPlace } from '../../shared/pages/account.ts';
import type { Deps } from '../deps.ts';
import { frameOf } from '../pages/frame.ts';
import { metaOf } from '../pages/loader.ts';
import { renderDocument } from '../render/render-document.ts';

/** The document around the account app. Its bytes are the same for every player. */
export interface DocumentFrame {
  /** The bytes before the app. */
  before: Buffer;
  /** The bytes from the app to the end of the body's content. */
  after: Buffer;
  /** The closing tags of body and document. */
  end: Buffer;
}

const endTags = '</body></html>';

export interface FrameRequest {
  lang: string;
  /** The path without the language. */
  path: string;
  /** A link to the page for browsers without script. See `Frame` in shared/pages/frame.ts. */
  withoutScriptHref: string | null;
}

/** Renders each frame once, because it depends only on language, path and year. */
export function createFrames(deps: Deps): (request: FrameRequest) => Promise<DocumentFrame> {
  const { config, env, client, clock } = deps;
  const rendered = new Map<string, { year: number; frame: DocumentFrame }>();
  return async ({ lang, path, withoutScriptHref }) => {
    const words = deps.wordsOf(lang);
    const meta = metaOf(
      { words, config },
      {
        title: words.t('account.title'),
        description: words.t('account.description'),
        canonicalPath: path,
        indexable: false,
      },
    );
    const key = `${lang} ${path} ${withoutScriptHref}`;
    const around = frameOf(path, meta, words, config, env.siteUrl, clock.now());
    const known = rendered.get(key);
    if (known?.year === around.year) return known.frame;
    const props = {
      frame: { ...around, canonical: null, alternates: [], withoutScriptHref },
      page: { kind: 'account' } as const,
      t: words.t,
    };
    const frame = splitFrame(String(await renderDocument(client.createDocument(props))));
    rendered.set(key, { year: around.year, frame });
    return frame;
  };
}

/** @throws an error if the document has no place for the app or no closing tags */
function splitFrame(html: string): DocumentFrame {
  const [before, rest, ...more] = html.split(accountPlace);
  if (before === undefined || rest === undefined || more.length > 0 || !rest.endsWith(endTags))
    throw new Error('the frame of the account area has no place for its app');
  return {
    before: Buffer.from(before),
    after: Buffer.from(rest.slice(0, -endTags.length)),
    end: Buffer.from(endTags),
  };
}
