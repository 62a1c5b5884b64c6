/**
 * The service worker. It caches the site's styles, scripts and fonts, and the pages with the last results that the
 * visitor has seen. Without a network, it shows these pages with their age. docs/decisions/islands-and-offline.md
 * describes its rules.
 */
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate, Strategy, type StrategyHandler } from 'workbox-strategies';
import { keptAddress } from './kept-address.ts';
import {
  isKeepable,
  keepOfflinePage,
  offlinePage,
  offlinePrefixes,
  pagesCache,
  pageWithNote,
  type Reason,
} from './offline-page.ts';

declare const self: ServiceWorkerGlobalScope;
/** Addresses of the files that every page of this build needs. The build writes them here. */
declare const SHELL: readonly string[];

/** On a slow network, the visitor sees the cached results after this time. */
const slowAfterMs = 3000;
const daySeconds = 86_400;
const assetsCache = 'assets';

/**
 * Cache of files with a hash in their name. Files of earlier builds remain, because open pages and cached pages need
 * them.
 */
const assets = new CacheFirst({
  cacheName: assetsCache,
  plugins: [
    new ExpirationPlugin({ maxEntries: 120, maxAgeSeconds: 60 * daySeconds, purgeOnQuotaError: true }),
  ],
});

const pictures = new StaleWhileRevalidate({
  cacheName: 'pictures',
  plugins: [
    new ExpirationPlugin({ maxEntries: 40, maxAgeSeconds: 30 * daySeconds, purgeOnQuotaError: true }),
  ],
});

/** Requests a page. If the network fails, this strategy returns the offline page. */
class OtherPage extends Strategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    try {
      return await handler.fetch(request);
    } catch {
      return offlinePage(new URL(request.url).pathname);
    }
  }
}

/**
 * Requests a page and caches it. If the network fails or is slow, this strategy returns the cached page with a note.
 */
class ResultsPage extends Strategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const network = handler.fetchAndCachePut(request);
    const url = new URL(request.url);
    const outcome = await Promise.race([
      network.catch((): Reason => 'offline'),
      new Promise<Reason>((resolve) => setTimeout(resolve, slowAfterMs, 'slow')),
    ]);
    if (outcome instanceof Response) return outcome;
    const kept = await handler.cacheMatch(request);
    if (kept) {
      // Keep the worker alive until the slow network answers, so that the new page replaces the cached page.
      void handler.waitUntil(network.catch(() => undefined));
      return pageWithNote(kept, outcome, keptAddress(url)?.prefix ?? '');
    }
    return network.catch(() => offlinePage(url.pathname));
  }
}

const results = new ResultsPage({
  cacheName: pagesCache,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ request }) => keptAddress(new URL(request.url))?.key ?? request,
      cacheWillUpdate: async ({ response }) => (isKeepable(response) ? response : null),
      cacheDidUpdate: async ({ request }) => keepOfflinePage(keptAddress(new URL(request.url))?.prefix ?? ''),
    },
    new ExpirationPlugin({ maxEntries: 30, maxAgeSeconds: 14 * daySeconds, purgeOnQuotaError: true }),
  ],
});

registerRoute(({ request, url }) => request.mode === 'navigate' && keptAddress(url) !== null, results);
registerRoute(({ request }) => request.mode === 'navigate', new OtherPage());
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), assets);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(?:symbols\/|favicon\.svg$)/.test(url.pathname),
  pictures,
);

/**
 * Caches the files of this build. Also caches the open pages with results, because these pages were loaded before this
 * worker existed. The requests for files cost little, because the browser usually has these files in its HTTP cache.
 */
async function install(event: ExtendableEvent): Promise<void> {
  const [prefixes, clients] = await Promise.all([
    offlinePrefixes(),
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  ]);
  const open = clients.map(({ url }) => url).filter((url) => keptAddress(new URL(url)));
  await Promise.all([
    ...SHELL.map((address) => assets.handle({ event, request: new Request(address) })),
    ...[...new Set(['', ...prefixes])].map(keepOfflinePage),
    Promise.allSettled(open.map((url) => results.handle({ event, request: new Request(url) }))),
  ]);
  // The new worker can replace the old one at once, because the cache still contains the files of earlier builds. Open
  // pages refer to those files by hashed names.
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  // With preloading, the browser requests a page while it starts the worker. The start then does not delay the page.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener('install', (event) => event.waitUntil(install(event)));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
