import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fieldsOf } from './wordpress-api.ts';

/** The smallest picture of each file type. */
export const files = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  pdf: Buffer.from('%PDF-1.4\n%%EOF\n'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
};

export interface HostedPage {
  id: number;
  slug: string;
  title: string;
  html: string;
  modified: string;
  parent?: number;
  /** Id of the featured image in `media`. */
  picture?: number;
}

export type FileAnswer = (req: IncomingMessage, res: ServerResponse) => void;

const entryOf = ({ id, slug, title, html, modified, parent = 0, picture = 0 }: HostedPage) => ({
  id,
  slug,
  parent,
  status: 'publish',
  type: 'page',
  date: modified,
  modified,
  title: { rendered: title },
  content: { rendered: html, protected: false },
  excerpt: { rendered: '<p>Summary.</p>', protected: false },
  featured_media: picture,
  meta: [],
});

/** Starts a server that serves pages through the REST API of WordPress, and uploaded files. */
export async function startWordPressHost(pages: HostedPage[], media: Record<string, unknown>[] = []) {
  const requests: string[] = [];
  const uploads = new Map<string, FileAnswer>();
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '', 'http://cms.example');
    requests.push(req.url ?? '');
    const file = uploads.get(decodeURIComponent(url.pathname));
    if (file) return file(req, res);
    const { searchParams: query } = url;
    const isWanted = ({ slug, parent = 0 }: HostedPage): boolean =>
      (!query.has('slug') || query.get('slug')?.split(',').includes(slug) === true) &&
      (!query.has('parent') || String(parent) === query.get('parent'));
    const fields = query.get('_fields')?.split(',') ?? null;
    const lists: Record<string, unknown[]> = {
      pages: pages.filter(isWanted).map(entryOf),
      media: media.map((each) => fieldsOf(each, fields)),
    };
    const found = lists[url.pathname.split('/').at(-1) ?? ''] ?? [];
    const isApi = url.pathname.startsWith('/wp-json/');
    res.writeHead(isApi ? 200 : 404, { 'content-type': 'application/json', 'x-wp-totalpages': '1' });
    res.end(JSON.stringify(isApi ? found : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    pages,
    /** Paths and queries of all requests. A test may empty this list. */
    requests,
    /** Sets the answer for an uploaded file. */
    file(path: string, type: string, body: Buffer): void {
      uploads.set(path, (_req, res) => {
        res.writeHead(200, { 'content-type': type, 'content-length': body.length });
        res.end(body);
      });
    },
    answerFile: (path: string, answer: FileAnswer) => void uploads.set(path, answer),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type WordPressHost = Awaited<ReturnType<typeof startWordPressHost>>;
