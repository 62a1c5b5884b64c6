import type { ServerResponse } from 'node:http';
import type { ErrorPage } from '../../shared/pages/error.ts';
import type { Frame } from '../../shared/pages/frame.ts';
import type { Deps } from '../deps.ts';
import { hasForeignFiles, withoutForeignFiles } from '../render/foreign-sources.ts';
import { renderDocument } from '../render/render-document.ts';
import { isPrivateAddress, languageOfUrl } from './address.ts';
import { frameOf } from './frame.ts';

type Reason = Exclude<ErrorPage['reason'], 'offline'>;

const titles: Record<Reason, string> = {
  /**
   * The error page `not-found` is sent only for unknown paths in private areas, because responses for such paths must
   * not be cached. All other unknown paths share one cached not-found page for each language.
   */
  'not-found': 'error.not_found_title',
  unavailable: 'error.unavailable_title',
  'bad-request': 'error.bad_request_title',
  busy: 'error.busy_title',
  maintenance: 'error.maintenance_title',
};
const reasons: Reason[] = ['not-found', 'unavailable', 'bad-request', 'busy', 'maintenance'];

/** The error pages that need no upstream data. They are rendered from texts at startup and kept in memory. */
export interface ErrorPages {
  /** Sends an error page in the language of the requested URL. */
  send(res: ServerResponse, answer: { status: number; reason: Reason; retryAfterSeconds?: number }): void;
}

export async function createErrorPages(deps: Deps): Promise<ErrorPages> {
  const { config, env, client, headers, privateHeaders } = deps;
  const { defaultLanguage } = config.boot;
  const bodies = new Map<string, Buffer>();
  const privateBodies = new Map<string, Buffer>();
  const languages = config.boot.languages.map(({ code }) => code);
  for (const code of languages) {
    const words = deps.wordsOf(code);
    for (const reason of reasons) {
      const meta = {
        title: `${words.t(titles[reason])} · ${words.t('site.name')}`,
        description: words.t('site.description'),
        indexable: false,
        ogType: 'website',
        picture: null,
        canonicalPath: '/',
        linkPath: '/',
        feeds: [],
      } as const;
      const frame = {
        ...frameOf('', meta, words, config, env.siteUrl, deps.clock.now()),
        canonical: null,
        alternates: [],
      };
      const page: ErrorPage = { kind: 'error', reason };
      const render = (shown: Frame) =>
        renderDocument(client.createDocument({ frame: shown, page, t: words.t }));
      const body = await render(frame);
      bodies.set(`${code} ${reason}`, body);
      privateBodies.set(
        `${code} ${reason}`,
        hasForeignFiles(config) ? await render({ ...frame, ...withoutForeignFiles }) : body,
      );
    }
  }
  return {
    send(res, { status, reason, retryAfterSeconds }) {
      const url = res.req.url ?? '/';
      const isPrivate = isPrivateAddress(url, languages, defaultLanguage);
      const lang = languageOfUrl(url, languages, defaultLanguage);
      const body = (isPrivate ? privateBodies : bodies).get(`${lang} ${reason}`);
      res.writeHead(status, [
        'Content-Type',
        'text/html; charset=utf-8',
        'Content-Length',
        String(body?.length ?? 0),
        'Cache-Control',
        'no-store',
        ...(retryAfterSeconds ? ['Retry-After', String(retryAfterSeconds)] : []),
        ...(isPrivate ? privateHeaders : headers),
      ]);
      res.end(res.req.method === 'HEAD' ? undefined : body);
    },
  };
}
