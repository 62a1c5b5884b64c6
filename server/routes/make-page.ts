import type { Writable } from 'node:stream';
import type { ReadWish } from '../cache/data-cache.ts';
import type { MadePage } from '../cache/page-cache.ts';
import type { RawHeaders } from '../cache/page-entry.ts';
import type { Reads, ReadsSummary } from '../cache/reads.ts';
import type { Deps } from '../deps.ts';
import { latestCards } from '../page-data/latest.ts';
import { renderDocument } from '../render/render-document.ts';
import type { PageAddress } from './address.ts';
import { type DocumentContent, loadDocument, notFoundDocument, sourcesOf } from './load-document.ts';
import { sitemap } from './sitemap.ts';

/** A public address, or, as 'nowhere', all those that lead to no page of a language. */
export type Target = PageAddress | { name: 'nowhere'; lang: string };

/** The data says that there is no such page; the one page for addresses that lead nowhere is the answer. */
export class LeadsNowhere extends Error {}
/** Always the same one: a walk over addresses that are not there would else spend its time on stack traces. */
const leadsNowhere = new LeadsNowhere('nothing stands at this address');

/** Who asked first: gets the document while React makes it. */
export interface FirstAsker {
  /**
   * Sends the head; the bytes go into what it gives, null where nobody is there any more. Called once at most, when
   * status and lifetime are certain.
   */
  begin(status: number, headers: RawHeaders, summary: ReadsSummary): Writable | null;
}

const html: RawHeaders = [
  'Content-Type',
  'text/html; charset=utf-8',
  'Speculation-Rules',
  '"/speculation-rules.json"',
];
const json: RawHeaders = ['Content-Type', 'application/json; charset=utf-8'];
const xml: RawHeaders = ['Content-Type', 'application/xml; charset=utf-8'];

/**
 * Makes what stands at an address: reads to the end; its bytes come when it is rendered.
 * @throws LeadsNowhere where nothing stands there, UpstreamError where it cannot be made
 */
export async function makePage(
  deps: Deps,
  target: Target,
  first: FirstAsker | null,
  wish?: ReadWish,
): Promise<MadePage> {
  const reads = deps.createReads(wish);
  if (target.name === 'nowhere')
    return fromDocument(deps, 404, notFoundDocument(deps, target.lang), reads, first);
  if (target.name === 'latest') {
    const cards = await latestCards(sourcesOf(deps, target.lang, reads), deps.cardsOf(target.lang));
    return { ...ready(200, json, JSON.stringify(cards), reads), kind: 'latest' };
  }
  if (target.name === 'sitemap') {
    const body = await sitemap(deps, sourcesOf(deps, target.lang, reads));
    if (!body) throw leadsNowhere;
    return { ...ready(200, xml, body, reads), kind: 'sitemap' };
  }
  const loaded = await loadDocument(deps, { ...target, name: target.name }, reads);
  if ('location' in loaded) {
    return ready(loaded.status, ['Location', loaded.location], '', reads);
  }
  if (!('document' in loaded)) throw leadsNowhere;
  return fromDocument(deps, loaded.status, loaded.document, reads, first);
}

const ready = (status: number, headers: RawHeaders, text: string, reads: Reads): MadePage => ({
  status,
  headers,
  summary: reads.summary(),
  render: async () => Buffer.from(text),
});

function fromDocument(
  deps: Deps,
  status: number,
  document: DocumentContent,
  reads: Reads,
  first: FirstAsker | null,
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
