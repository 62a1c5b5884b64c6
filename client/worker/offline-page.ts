import { languagePrefixOf } from './kept-address.ts';

/** Reasons why the worker shows a cached page instead of the current one. */
export type Reason = 'offline' | 'slow';

export const pagesCache = 'pages';
const offlineCache = 'offline';

/**
 * Offline pages that this worker has requested. The set is lost when the browser ends the idle worker after about 30 s.
 */
const requested = new Set<string>();

/**
 * Returns whether a response may be kept for offline use. It must be a whole page that is the same for every visitor.
 * Pages for players, errors and redirects are never kept.
 */
export function isKeepable({ status, type, redirected, headers }: Response): boolean {
  const caching = headers.get('cache-control') ?? '';
  return (
    status === 200 &&
    type === 'basic' &&
    !redirected &&
    (headers.get('content-type') ?? '').startsWith('text/html') &&
    /\bpublic\b/.test(caching) &&
    !/\b(?:private|no-store)\b/.test(caching)
  );
}

/** Stores the offline page of a language. That page also contains the texts of the notes on cached pages. */
export async function keepOfflinePage(prefix: string): Promise<void> {
  const address = `${prefix}/offline`;
  if (requested.has(address)) return;
  requested.add(address);
  try {
    const response = await fetch(address);
    if (!isKeepable(response)) throw new Error(`${address} answered ${response.status}`);
    await (await caches.open(offlineCache)).put(address, response);
  } catch {
    // Allow another request for the offline page when the next page is cached.
    requested.delete(address);
  }
}

/** @returns path prefixes such as `/hi`, one for each language whose offline page is stored */
export async function offlinePrefixes(): Promise<string[]> {
  const keys = await (await caches.open(offlineCache)).keys();
  return keys.map(({ url }) => languagePrefixOf(new URL(url).pathname));
}

async function keptOfflinePage(prefix: string): Promise<Response | undefined> {
  const cache = await caches.open(offlineCache);
  const options = { ignoreVary: true };
  return (await cache.match(`${prefix}/offline`, options)) ?? cache.match('/offline', options);
}

/**
 * Returns the cached response with another body. Removes the headers that describe the original body, such as its
 * compression.
 */
function withBody(kept: Response, body: string): Response {
  const headers = new Headers(kept.headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return new Response(body, { headers });
}

const titleOf = (html: string): string | undefined => /<title>([^<]*)/.exec(html)?.[1];

/**
 * The texts and formats that the offline page contains for notes on cached pages. The texts are already escaped for
 * HTML.
 */
class Notes {
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  #attribute(name: string): string {
    return new RegExp(`data-${name}="([^"]*)"`).exec(this.#html)?.[1] ?? '';
  }

  /** Returns the time at which the server sent a cached page, in the site's time zone. */
  time(kept: Response): string {
    return new Intl.DateTimeFormat(this.#attribute('locale') || undefined, {
      timeZone: this.#attribute('time-zone') || undefined,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(kept.headers.get('date') ?? Date.now()));
  }

  /**
   * Removes the site's name from the end of a page title, if it is there. Long titles have no site name, and their last
   * part must stay.
   */
  withoutSiteName(title: string): string {
    const siteName = / · [^·]*$/.exec(titleOf(this.#html) ?? '')?.[0];
    return siteName !== undefined && title.endsWith(siteName) ? title.slice(0, -siteName.length) : title;
  }

  note(kept: Response, reason: Reason): string {
    return this.#attribute(reason).replace('{time}', () => this.time(kept));
  }
}

/** Returns a cached page with a note about the page's age and the reason why this page is shown. */
export async function pageWithNote(kept: Response, reason: Reason, prefix: string): Promise<Response> {
  const [html, offline] = await Promise.all([kept.text(), keptOfflinePage(prefix)]);
  const notes = new Notes((await offline?.text()) ?? '');
  const note = `<p class="kept-note" role="status">${notes.note(kept, reason)}</p>`;
  return withBody(
    kept,
    html.replace('<main ', () => `${note}<main `),
  );
}

async function keptLinks(prefix: string, notes: Notes): Promise<string[]> {
  const cache = await caches.open(pagesCache);
  const keys = await cache.keys();
  const links = keys.map(async ({ url }) => {
    const { pathname, search } = new URL(url);
    const kept = await cache.match(url, { ignoreVary: true });
    if (!kept || languagePrefixOf(pathname) !== prefix) return null;
    const title = titleOf(await kept.text()) ?? pathname;
    const address = (pathname + search).replaceAll('&', '&amp;');
    return `<li><a href="${address}">${notes.withoutSiteName(title)} <small>${notes.time(kept)}</small></a></li>`;
  });
  return (await Promise.all(links)).filter((link) => link !== null);
}

/** Returns the offline page of a path's language, with links to the cached pages in this language. */
export async function offlinePage(pathname: string): Promise<Response> {
  const prefix = languagePrefixOf(pathname);
  const page = await keptOfflinePage(prefix);
  if (!page) return Response.error();
  const html = await page.text();
  const links = await keptLinks(prefix, new Notes(html));
  if (links.length === 0) return withBody(page, html);
  const filled = html
    .replace(/ hidden=""(?=[^>]* data-kept=)/, '')
    .replace(/(<ul[^>]*data-kept[^>]*>)/, (list) => list + links.join(''));
  return withBody(page, filled);
}
