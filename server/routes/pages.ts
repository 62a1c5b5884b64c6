import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { NobodyWaits } from '../cache/aged-cache.ts';
import type { ReadWish } from '../cache/data-cache.ts';
import { createFront, type Front } from '../cache/front.ts';
import { createNegotiator } from '../cache/negotiate.ts';
import { type MadePage, type PageOutcome, pageLife, TooBusy } from '../cache/page-cache.ts';
import { cacheStatus, cachingHeaders } from '../cache/page-headers.ts';
import { pageKey } from '../cache/page-key.ts';
import type { ReadsSummary } from '../cache/reads.ts';
import type { Deps } from '../deps.ts';
import type { RouteClass } from '../trace/answer-labels.ts';
import { answeredAs, openContext, runInContext } from '../trace/request-context.ts';
import { readAddress } from './address.ts';
import type { ErrorPages } from './error-pages.ts';
import { type FirstAsker, LeadsNowhere, makePage, type Target } from './make-page.ts';

/** A load behind the answer is worth trying again after so long. */
const retryAfterSeconds = 10;
/** Pages that wait are made within a second or two. */
const busySeconds = 2;
const maintenanceSeconds = 600;
/** Where an address moves to follows from its spelling alone. */
const movedForAnHour = ['Cache-Control', 'public, max-age=3600', 'CDN-Cache-Control', 'max-age=3600'];
const notKept = ['Cache-Control', 'private, no-store'];
const warmRetryMs = 250;
const warmTriesPerLine = 40;
/** Quick: the first who asks waits for it. What is kept is compressed again, as well as can be. */
const firstBrotliQuality = 4;

/** One hit in so many has a line in the log. */
const hitsPerLine = 1000;

// No request line can hold a space: no address is ever this key.
const nowhereKey = (lang: string) => `/ nowhere ${lang}`;

const routeOf = ({ name }: Target): RouteClass => (name === 'latest' || name === 'sitemap' ? name : 'page');

/** Who waits for a page. */
interface Asker {
  /** Aborts when they have gone. */
  signal: AbortSignal;
  address: string;
}

/** An address has had more pages made than is anyone's need. */
class TooMany extends Error {
  readonly address: string;
  readonly waitSeconds: number;

  constructor(address: string, waitSeconds: number) {
    super('too many pages made for one address');
    this.address = address;
    this.waitSeconds = waitSeconds;
  }
}

/** Dates, cursors and draw numbers can be made up without end, and each costs upstream a request. */
const canBeMadeUp = (target: Target): boolean =>
  target.name === 'draw' || (target.name !== 'nowhere' && Object.keys(target.query).length > 0);

export interface Pages {
  front: Front;
  /**
   * Answers any GET or HEAD that the front could not.
   * @param address of who asks, as the proxies that we trust say
   */
  serve(req: IncomingMessage, res: ServerResponse, address: string): Promise<void>;
  /** Makes these pages, trying until each is there or `signal` aborts. */
  warm(urls: readonly string[], signal: AbortSignal): Promise<void>;
}

/** How things stood when a page's load began. */
interface Before {
  /** Of the tags: what was purged since is as stale on the way as it is here. */
  version: number;
  /** There was a copy, too old to be answered. */
  held: boolean;
}

/** The public pages: from memory where they are there, else made once for all who ask. */
export function createPages(deps: Deps, errors: ErrorPages): Pages {
  const { pageCache, config, log, headers, env, tags } = deps;
  const { defaultLanguage } = config.boot;
  const languages = config.boot.languages.map((language) => language.code);
  const negotiate = createNegotiator();

  const addressOf = (url: string) => readAddress(url, languages, defaultLanguage);
  const keyOf = (target: Target) =>
    target.name === 'nowhere' ? nowhereKey(target.lang) : pageKey(target, defaultLanguage);

  const targetOfKey = (key: string): Target | null => {
    const nowhere = languages.find((lang) => nowhereKey(lang) === key);
    if (nowhere) return { name: 'nowhere', lang: nowhere };
    const address = addressOf(key);
    return address.kind === 'page' ? address.page : null;
  };

  /** What stands at an address, for whoever asked first. @throws LeadsNowhere, UpstreamError */
  const makeAt = async (
    target: Target,
    key: string,
    first: FirstAsker | null,
    wish: ReadWish,
  ): Promise<MadePage> => {
    try {
      return await makePage(deps, target, first, wish);
    } catch (error) {
      // Taken away at its source: the copy from before may not stand in for it.
      if (error instanceof LeadsNowhere) pageCache.delete(key);
      throw error;
    }
  };

  /** @throws LeadsNowhere, UpstreamError, TooBusy, TooMany, NobodyWaits */
  const load = async (target: Target, first: FirstAsker | null, asker?: Asker): Promise<PageOutcome> => {
    const key = keyOf(target);
    const make = async (signal: AbortSignal): Promise<MadePage> => {
      if (asker && deps.pageLoads && canBeMadeUp(target)) {
        const waitSeconds = await deps.pageLoads.take(asker.address);
        if (waitSeconds > 0) throw new TooMany(asker.address, waitSeconds);
      }
      return makeAt(target, key, first, { asker: signal });
    };
    try {
      return await pageCache.load(key, make, asker?.signal);
    } catch (error) {
      // The load that was refused was another's; this one is our own.
      if (error instanceof TooMany && asker && error.address !== asker.address)
        return load(target, first, asker);
      throw error;
    }
  };

  const reload = async (key: string): Promise<void> => {
    const target = targetOfKey(key);
    if (!target) return;
    const make = (signal: AbortSignal) => makeAt(target, key, null, { asker: signal, fresh: true });
    try {
      // Nobody's own request: a hit went out before it.
      await runInContext(openContext({}), () => pageCache.reload(key, make));
    } catch (error) {
      if (!(error instanceof LeadsNowhere)) throw error;
    }
  };
  const nowMs = () => deps.clock.now().getTime();
  const front = createFront({
    pages: pageCache,
    headers,
    reload,
    log,
    nowMs,
    sampleEvery: hitsPerLine,
    onSample: ({ headers: asked, method }, route, state, status) =>
      log.info(
        { reqId: openContext(asked).id, method, route, status, cache: `hit-${state}`, sampled: hitsPerLine },
        'answered',
      ),
  });
  deps.metrics.hits(() => front.counts);

  /** Of an answer that does not come out of the cache: made for who asks. */
  const headOf = (status: number, summary: ReadsSummary, { version, held }: Before): string[] => {
    const now = nowMs();
    const life = pageLife(status, summary, now);
    const purged = tags.since(version, summary.tags);
    const age = summary.failing || purged !== 'no' ? 'stale-if-error' : 'fresh';
    const staleFromMs = purged === 'no' ? life.expiresAtMs : Math.min(now, life.expiresAtMs);
    const dropped = purged === 'hard';
    const freshness = { life, age, staleFromMs, tags: summary.tags, held, dropped } as const;
    return [
      'Vary',
      'Accept-Encoding',
      ...cachingHeaders(freshness, now),
      'Cache-Status',
      cacheStatus(env.pageCache ? 'stored' : 'bypass', freshness, now),
      ...headers,
    ];
  };

  /** The bytes go out as they are made; nobody knows their entity tag before the last one. */
  const firstAsker = (req: IncomingMessage, res: ServerResponse, before: Before): FirstAsker => ({
    begin(status, pageHeaders, summary) {
      // A page with something missing may not stand in for a whole one from before: that is known when it is kept.
      if (res.destroyed || (summary.partial && env.pageCache)) return null;
      answeredAs(env.pageCache ? (before.held ? 'miss-reloaded' : 'miss-stored') : 'bypass');
      const encoding = env.pageCache ? negotiate(req.headers['accept-encoding']) : 'identity';
      const coded = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
      res.writeHead(status, [...pageHeaders, ...coded, ...headOf(status, summary, before)]);
      if (encoding === 'identity') return res;
      const compressed =
        encoding === 'br'
          ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: firstBrotliQuality } })
          : createGzip();
      compressed.pipe(res);
      // Who goes in mid-answer leaves nothing to be compressed.
      res.once('close', () => compressed.destroy());
      return compressed;
    },
  });

  const serveTarget = async (
    req: IncomingMessage,
    res: ServerResponse,
    target: Target,
    asker: Asker,
  ): Promise<void> => {
    const key = keyOf(target);
    const before = { version: tags.version, held: pageCache.standIn(key) !== undefined };
    const first = req.method === 'HEAD' ? null : firstAsker(req, res, before);
    if (!env.pageCache) {
      const made = await makePage(deps, target, first, { asker: asker.signal });
      const body = await made.render();
      if (res.headersSent) return;
      answeredAs('bypass');
      const length = ['Content-Length', String(body.length)];
      res.writeHead(made.status, [...made.headers, ...length, ...headOf(made.status, made.summary, before)]);
      res.end(body);
      return;
    }
    const isAnswered = front.answer(req, res, key);
    // The front counts its hits by itself.
    if (isAnswered) answeredAs(null);
    const outcome = isAnswered ? null : await load(target, first, asker);
    // Addresses that lead nowhere are without end, and not worth remembering.
    if (target.name !== 'nowhere') front.alias(req.url ?? '/', key);
    if (!outcome || res.headersSent) return;
    const became = front.send(req, res, outcome);
    answeredAs(became === 'hit' ? 'miss-stale-if-error' : became === 'bypass' ? became : `miss-${became}`);
  };

  const serveAddress = async (
    req: IncomingMessage,
    res: ServerResponse,
    target: Target,
    address: string,
  ): Promise<void> => {
    const gone = new AbortController();
    const asker = { signal: gone.signal, address };
    // Who has the whole answer has not gone, though the page is still to be kept.
    res.once('close', () => res.writableFinished || gone.abort());
    try {
      await serveTarget(req, res, target, asker);
    } catch (error) {
      if (!(error instanceof LeadsNowhere)) throw error;
      await serveTarget(req, res, { name: 'nowhere', lang: target.lang }, asker);
    }
  };

  return {
    front,

    async serve(req, res, from) {
      answeredAs('none', 'page');
      if (config.setup.maintenance) {
        answeredAs('maintenance');
        errors.send(res, {
          status: 503,
          reason: 'maintenance',
          lang: defaultLanguage,
          retryAfterSeconds: maintenanceSeconds,
        });
        return;
      }
      const address = addressOf(req.url ?? '/');
      if (address.kind === 'bad') {
        answeredAs('refused');
        errors.send(res, { status: address.status, reason: 'bad-request', lang: defaultLanguage });
        return;
      }
      if (address.kind === 'moved') {
        res.writeHead(301, [
          'Location',
          address.location,
          ...(address.isPrivate ? notKept : movedForAnHour),
          'Content-Length',
          '0',
          ...headers,
        ]);
        res.end();
        return;
      }
      if (address.kind === 'private') {
        errors.send(res, { status: 404, reason: 'not-found', lang: address.lang });
        return;
      }
      const target: Target = address.kind === 'page' ? address.page : { name: 'nowhere', lang: address.lang };
      answeredAs('none', routeOf(target));
      try {
        await serveAddress(req, res, target, from);
      } catch (error) {
        if (error instanceof NobodyWaits) return;
        if (error instanceof TooBusy && !res.headersSent) {
          answeredAs('shed');
          deps.metrics.shed('renders');
          errors.send(res, {
            status: 503,
            reason: 'busy',
            lang: target.lang,
            retryAfterSeconds: busySeconds,
          });
          return;
        }
        if (error instanceof TooMany && !res.headersSent) {
          answeredAs('shed');
          deps.metrics.shed('address');
          errors.send(res, {
            status: 429,
            reason: 'busy',
            lang: target.lang,
            retryAfterSeconds: error.waitSeconds,
          });
          return;
        }
        answeredAs('error');
        deps.metrics.pageFailed(target.name);
        log.error({ err: error, page: target.name }, 'a page could not be made');
        if (res.headersSent) res.destroy();
        else errors.send(res, { status: 503, reason: 'unavailable', lang: target.lang, retryAfterSeconds });
      }
    },

    async warm(urls, signal) {
      for (const url of urls) {
        const address = addressOf(url);
        if (address.kind !== 'page') continue;
        const target = address.page;
        for (let tries = 1; !signal.aborted; tries++) {
          try {
            await load(target, null);
            break;
          } catch (error) {
            if (error instanceof LeadsNowhere) {
              log.warn({ url }, 'a menu leads to a page that is not there');
              break;
            }
            const reason = error instanceof Error ? error.message : String(error);
            // An upstream that starts later than this is waited for, without a line for every try.
            if (tries % warmTriesPerLine === 1)
              log.warn({ url, reason }, 'a page cannot be made yet; tried again');
            await sleep(warmRetryMs, undefined, { signal }).catch(() => undefined);
          }
        }
      }
    },
  };
}
