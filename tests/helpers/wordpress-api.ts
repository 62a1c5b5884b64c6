import { createServer, type ServerResponse } from 'node:http';
import type { RecordedEntry, recordedCategory, recordedMedia } from './wordpress-data.ts';

type Entry = RecordedEntry | ReturnType<typeof recordedCategory> | ReturnType<typeof recordedMedia>;
type Lists = Record<'pages' | 'posts' | 'categories' | 'media', readonly Entry[]>;

const isListName = (name: string): name is keyof Lists =>
  ['pages', 'posts', 'categories', 'media'].includes(name);

/** A response that replaces the response of WordPress. */
export interface FaultyAnswer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

const json = { 'content-type': 'application/json; charset=UTF-8', 'x-robots-tag': 'noindex' };

/** Error bodies as WordPress 6.8, PHP and common plugins send them. */
export const wordPressErrors = {
  noRoute: error(404, 'rest_no_route', 'No route was found matching the URL and request method.'),
  loginRequired: error(401, 'rest_not_logged_in', 'You are not currently logged in.'),
  invalidPage: error(
    400,
    'rest_post_invalid_page_number',
    'The page number requested is larger than the number of pages available.',
  ),
  fatal: error(500, 'internal_server_error', '<p>There has been a critical error on this website.</p>'),
  htmlPage: {
    status: 500,
    headers: { 'content-type': 'text/html; charset=UTF-8' },
    body: '<!DOCTYPE html><title>WordPress &rsaquo; Error</title><p>Error establishing a database connection</p>',
  },
  /** PHP with `display_errors` writes warnings before the answer. */
  phpWarning: {
    status: 200,
    headers: json,
    body: '<br />\n<b>Warning</b>:  Undefined array key 0 in <b>/var/www/html/wp-content/plugins/x.php</b><br />\n[]',
  },
  redirect: { status: 301, headers: { location: 'https://www.cms.example/' }, body: '' },
} satisfies Record<string, FaultyAnswer>;

function error(status: number, code: string, message: string): FaultyAnswer {
  return { status, headers: json, body: JSON.stringify({ code, message, data: { status } }) };
}

const words = (text: string | null) => (text === null ? null : text.split(','));

/**
 * Keeps only the requested fields, as WordPress does. A name with a dot keeps one field of an object. A name that
 * begins with `media_details.` keeps nothing, because WordPress 6.8 sends `media_details` only as a whole.
 */
export function fieldsOf(
  entry: Record<string, unknown>,
  fields: readonly string[] | null,
): Record<string, unknown> {
  if (!fields) return entry;
  const kept: Record<string, unknown> = {};
  for (const field of fields) {
    const [name = '', ...inner] = field.split('.');
    if (!(name in entry) || field.startsWith('media_details.')) continue;
    const value = entry[name];
    if (inner.length === 0) kept[name] = value;
    else if (typeof value === 'object' && value !== null)
      kept[name] = { ...Object(kept[name]), ...fieldsOf({ ...value }, [inner.join('.')]) };
  }
  return kept;
}

/**
 * Whether an entry matches those query parameters of WordPress's REST API that the site uses. The plugin Polylang adds
 * the parameter `lang`.
 */
function matches(entry: Entry, query: URLSearchParams): boolean {
  const has = (name: string, value: unknown) => {
    const wanted = words(query.get(name));
    return wanted === null || wanted.includes(String(value));
  };
  const categories = 'categories' in entry ? entry.categories : [];
  const anyOf = (name: string) => words(query.get(name))?.some((id) => categories?.includes(Number(id)));
  const text = 'content' in entry ? `${entry.title.rendered} ${entry.content.rendered}` : '';
  const terms = (query.get('search') ?? '').toLowerCase().split(/\s+/);
  return (
    has('slug', decodeURIComponent(entry.slug)) &&
    has('include', entry.id) &&
    has('parent', 'parent' in entry ? entry.parent : undefined) &&
    has('lang', 'lang' in entry ? entry.lang : query.get('lang')) &&
    anyOf('categories') !== false &&
    anyOf('categories_exclude') !== true &&
    terms.every((term) => text.toLowerCase().includes(term)) &&
    (!('status' in entry) || ['publish', 'inherit'].includes(entry.status))
  );
}

/** Starts a server that answers as WordPress's REST API does, from a list of recorded entries. */
export async function startWordPressApi() {
  let lists: Lists = { pages: [], posts: [], categories: [], media: [] };
  let fault: ((url: URL) => FaultyAnswer | null) | null = null;
  let delayMs = 0;
  const received: URL[] = [];

  const answer = (url: URL, res: ServerResponse): void => {
    const send = ({ status, headers, body }: FaultyAnswer) => void res.writeHead(status, headers).end(body);
    const faulty = fault?.(url);
    if (faulty) return send(faulty);
    const endpoint = url.pathname.replace('/wp-json/wp/v2/', '');
    if (!isListName(endpoint)) return send(wordPressErrors.noRoute);
    const { searchParams: query } = url;
    const perPage = Number(query.get('per_page') ?? 10);
    const page = Number(query.get('page') ?? 1);
    if (perPage < 1 || perPage > 100)
      return send(error(400, 'rest_invalid_param', 'Invalid parameter(s): per_page'));
    const found = lists[endpoint].filter((entry) => matches(entry, query));
    const pages = Math.ceil(found.length / perPage);
    if (page > Math.max(pages, 1)) return send(wordPressErrors.invalidPage);
    const offset = Number(query.get('offset') ?? (page - 1) * perPage);
    const shown = found.slice(offset, offset + perPage);
    const counts = { 'x-wp-total': String(found.length), 'x-wp-totalpages': String(pages) };
    const body = JSON.stringify(shown.map((entry) => fieldsOf({ ...entry }, words(query.get('_fields')))));
    send({ status: 200, headers: { ...json, ...counts, allow: 'GET' }, body });
  };

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '', 'http://cms');
    received.push(url);
    setTimeout(answer, delayMs, url, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** URLs of all requests so far. */
    received,
    /** Replaces the content. The server sends the entries in the order of the new lists. */
    publish(content: Partial<Lists>) {
      lists = { pages: [], posts: [], categories: [], media: [], ...content };
    },
    /** Sets a function that can replace the answer to a URL. If it returns null, the answer stays unchanged. */
    fail(next: typeof fault) {
      fault = next;
    },
    /** Delays each answer, as a busy WordPress does. */
    slow(ms: number) {
      delayMs = ms;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type WordPressApi = Awaited<ReturnType<typeof startWordPressApi>>;
