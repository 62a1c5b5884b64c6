import { accountPlace } from '../../shared/pages/account.ts';
import type { Deps } from '../deps.ts';
import { frameOf } from '../pages/frame.ts';
import { metaOf } from '../pages/loader.ts';
import { renderDocument } from '../render/render-document.ts';

/** The document around the account app: the same bytes for every player. */
export interface DocumentFrame {
  /** Up to the place of the app. */
  before: Buffer;
  /** From the place of the app to the end of the body. */
  after: Buffer;
  /** Closes body and document. */
  end: Buffer;
}

const endTags = '</body></html>';

export interface FrameRequest {
  lang: string;
  /** Without the language. */
  path: string;
  /** See `Frame` in shared/pages/frame.ts. */
  withoutScriptHref: string | null;
}

/** Renders each frame once: it depends on nothing but language, path and year. */
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

/** @throws where the document lacks the place of the app or its closing tags */
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
