import type { Writable } from 'node:stream';
import {
  isFile,
  isPicture,
  isPlayersPage,
  isUnkeptPage,
  type Resource,
  resources,
} from '../../shared/resources.ts';
import type { ReadOptions } from '../cache/data-cache.ts';
import type { MadePage } from '../cache/page-cache.ts';
import type { RawHeaders } from '../cache/page-entry.ts';
import type { Reads, ReadsSummary } from '../cache/reads.ts';
import type { Deps } from '../deps.ts';
import { renderDocument } from '../render/render-document.ts';
import type { Words } from '../words/words.ts';
import { type DocumentContent, loadDocument, notFoundDocument, pageRequest } from './load-document.ts';
import { fileLoaders, pictureLoaders } from './loaders/registry.ts';
import type { Target } from './targets.ts';

/**
 * Thrown when no page exists at an address. The client then receives the not-found page in the language of that
 * address.
 */
export class PageNotFound extends Error {}
/**
 * Use one error object for all requests. Otherwise, Node would create a stack trace for each missing page that a
 * crawler requests.
 */
const pageNotFound = new PageNotFound('no page exists at this address');

/** The client whose request started the load. The document is sent to this client before the cache stores it. */
export interface FirstClient {
  /**
   * Sends the headers and returns the stream for the body. Returns null if the page cannot be streamed to this client.
   * The function is called at most once, after the status and the lifetime of the page have become final.
   */
  begin(status: number, headers: RawHeaders, summary: ReadsSummary): Writable | null;
}

const html: RawHeaders = [
  'Content-Type',
  'text/html; charset=utf-8',
  'Speculation-Rules',
  '"/speculation-rules.json"',
];
/**
 * Loads all data of a page or file. The data determines status, tags and lifetime. A file or picture is then complete.
 * For a document, the `render` function of the result produces the bytes.
 * @throws PageNotFound if the page does not exist; UpstreamError if its data cannot be loaded
 */
export async function makePage(
  deps: Deps,
  target: Target,
  first: FirstClient | null,
  readOptions?: ReadOptions,
): Promise<MadePage> {
  const reads = deps.createReads(readOptions);
  if (target.name === 'not-found')
    return target.form === 'page'
      ? fromDocument(deps, 404, notFoundDocument(deps, target.lang), reads, first)
      : missingData(deps.wordsOf(target.lang), target.form, reads);
  const { name } = target;
  if (isFile(name)) {
    const file = await fileLoaders[name](pageRequest(deps, target, reads));
    if (!file) throw pageNotFound;
    return {
      ...fromText(200, headersOf(file.contentType, resources[name].data), file.text, reads),
      kind: resources[name].metrics,
    };
  }
  if (isPicture(name)) {
    // The picture is drawn while the data is loaded and not in `render`. It therefore takes no place in the queue of
    // pages that wait to be rendered.
    const loaded = await pictureLoaders[name](pageRequest(deps, target, reads));
    if (!loaded) throw pageNotFound;
    return 'png' in loaded
      ? fromBytes(200, ['Content-Type', 'image/png'], loaded.png, reads)
      : fromText(302, ['Location', loaded.location], '', reads);
  }
  if (isPlayersPage(name) || isUnkeptPage(name))
    throw new Error(`${name} is not a page that is the same for everyone`);
  const loaded = await loadDocument(deps, { ...target, name }, reads);
  if ('location' in loaded) return fromText(loaded.status, ['Location', loaded.location], '', reads);
  if (!('document' in loaded)) throw pageNotFound;
  return fromDocument(deps, loaded.status, loaded.document, reads, first);
}

/** Scripts of other sites may read data files (CORS), because the data is public and the same for all clients. */
const headersOf = (contentType: string, data: Resource['data']): RawHeaders => [
  'Content-Type',
  contentType,
  ...(data ? ['Access-Control-Allow-Origin', '*'] : []),
];

function missingData(words: Words, form: 'json' | 'text', reads: Reads): MadePage {
  const message = words.t('feed.unknown');
  return form === 'json'
    ? fromText(
        404,
        headersOf('application/json; charset=utf-8', form),
        JSON.stringify({ error: { status: 404, message } }),
        reads,
      )
    : fromText(404, headersOf('text/plain; charset=utf-8', form), `${message}\n`, reads);
}

const fromText = (status: number, headers: RawHeaders, text: string, reads: Reads): MadePage =>
  fromBytes(status, headers, Buffer.from(text), reads);

const fromBytes = (status: number, headers: RawHeaders, bytes: Buffer, reads: Reads): MadePage => ({
  status,
  headers,
  summary: reads.summary(),
  render: async () => bytes,
});

function fromDocument(
  deps: Deps,
  status: number,
  document: DocumentContent,
  reads: Reads,
  first: FirstClient | null,
): MadePage {
  const summary = reads.summary();
  return {
    status,
    headers: html,
    summary,
    render: () =>
      renderDocument(
        deps.client.createDocument(document),
        first ? () => first.begin(status, html, summary) : null,
      ),
  };
}
