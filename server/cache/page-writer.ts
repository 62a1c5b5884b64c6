import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Age } from './aged-copy.ts';
import { createNegotiator, type Encoding } from './negotiate.ts';
import type { PageCopy } from './page-cache.ts';
import { matchesEtag, type RawHeaders } from './page-entry.ts';
import { cacheStatus, cachingHeaders, type Freshness, type Provenance } from './page-headers.ts';

const staleFromMs = ({ life, purgedAtMs }: PageCopy): number =>
  purgedAtMs === null ? life.expiresAtMs : Math.min(life.expiresAtMs, purgedAtMs);

const freshnessOf = (copy: PageCopy, age: Age): Freshness => ({
  life: copy.life,
  age,
  staleFromMs: staleFromMs(copy),
  tags: copy.tags,
});

/** Facts about a load that are not stored in the copy. */
type LoadFacts = Pick<Freshness, 'held' | 'dropped'>;

/** Returns the headers that change during the lifetime of an entry. */
function changing(
  copy: PageCopy,
  age: Age,
  provenance: Provenance,
  nowMs: number,
  facts: LoadFacts = {},
): string[] {
  const freshness = { ...freshnessOf(copy, age), ...facts };
  return [...cachingHeaders(freshness, nowMs), 'Cache-Status', cacheStatus(provenance, freshness, nowMs)];
}

/** @returns whether the response was a 304, which has headers only */
export type WritePage = (
  req: IncomingMessage,
  res: ServerResponse,
  copy: PageCopy,
  age: Age,
  now: number,
  provenance: Provenance,
  facts?: LoadFacts,
) => boolean;

/**
 * Writes stored pages in the best coding that a client accepts.
 * @param headers headers that every response carries
 */
export function createPageWriter(headers: RawHeaders): WritePage {
  const negotiate = createNegotiator();

  /**
   * Returns a page's headers, which are built at most once a second. A thousand clients that wait for one page
   * therefore get the same headers.
   */
  const headOf = (
    copy: PageCopy,
    encoding: Encoding,
    age: Age,
    now: number,
    provenance: Provenance,
    facts?: LoadFacts,
  ): string[] => {
    const { entry, heads } = copy.value;
    const second = Math.floor(now / 1000);
    const known = heads[encoding];
    const isHit = provenance === 'hit';
    if (isHit && known !== null && known.second === second && known.state === age) return known.headers;
    const state = isHit ? age : `${age} ${provenance} ${facts?.held} ${facts?.dropped}`;
    if (known !== null && known.second === second && known.state === state) return known.headers;
    const whole = [
      ...entry.representations[encoding].headers,
      ...changing(copy, age, provenance, now, facts),
      ...headers,
    ];
    heads[encoding] = { second, state, headers: whole };
    return whole;
  };

  return (req, res, copy, age, now, provenance, facts) => {
    const { entry } = copy.value;
    const encoding = negotiate(req.headers['accept-encoding']);
    const representation = entry.representations[encoding];
    const ifNoneMatch = req.headers['if-none-match'];
    if (ifNoneMatch !== undefined && entry.status === 200 && matchesEtag(ifNoneMatch, representation.etag)) {
      res.writeHead(304, [...representation.validators, ...changing(copy, age, provenance, now, facts)]);
      res.end();
      return true;
    }
    res.writeHead(entry.status, headOf(copy, encoding, age, now, provenance, facts));
    // Node omits the body in the response to a HEAD request.
    res.end(representation.body);
    return false;
  };
}
