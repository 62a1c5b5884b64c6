import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { startRecordedSite } from '../../helpers/recording-platform.ts';
import { files } from '../../helpers/wordpress-host.ts';
import { type HostedSite, startHostedSite, version } from './hosted-site.ts';

const folder = '/wp-content/uploads/2026/11';
let hosted: HostedSite;
let host: HostedSite['host'];
let recorded: HostedSite['recorded'];
let get: HostedSite['get'];
beforeAll(async () => {
  hosted = await startHostedSite();
  ({ host, recorded, get } = hosted);
});
afterAll(() => hosted?.stop());

describe('file of the content host', () => {
  beforeAll(() => {
    host.file(`${folder}/dot.png`, 'image/png', files.png);
    host.file(`${folder}/dot.gif`, 'image/gif', files.gif);
    host.file(`${folder}/converted.jpg`, 'image/png', files.png);
    host.file(`${folder}/terms.pdf`, 'application/pdf', files.pdf);
    host.file(`${folder}/drawing.png`, 'image/svg+xml', files.svg);
    host.file(`${folder}/page.png`, 'text/html', Buffer.from('<p>Hello</p>'));
    host.file(`${folder}/renamed.png`, 'text/html', files.png);
    host.file(`${folder}/huge.png`, 'image/png', Buffer.concat([files.png, Buffer.alloc(6 * 1024 * 1024)]));
    host.file('/wp-content/secret.png', 'image/png', files.png);
    host.answerFile(`${folder}/moved.png`, (_req, res) => {
      res.writeHead(302, { location: `http://169.254.169.254${folder}/dot.png` }).end();
    });
    host.answerFile(`${folder}/failing.png`, (_req, res) => res.writeHead(500).end());
  });

  it('is cached by browsers for a year if its URL contains a version, and otherwise for an hour', async () => {
    host.requests.length = 0;
    const first = await get(`/uploads/${version}/2026/11/dot.png`);
    expect(first.status).toBe(200);
    expect(first.bytes).toEqual(files.png);
    expect(first.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cache-tag': 'media',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(first.headers).not.toHaveProperty('set-cookie');
    const again = await get(`/uploads/${version}/2026/11/dot.png`, {
      'if-none-match': String(first.headers.etag),
    });
    expect(again.status).toBe(304);
    expect(again.bytes).toHaveLength(0);
    expect(host.requests).toEqual([`${folder}/dot.png`]);
    const unversioned = await get('/uploads/2026/11/dot.png');
    expect(unversioned.headers['cache-control']).toBe('public, max-age=3600, stale-while-revalidate=86400');
  });

  it('is served with the media type of its content, even if the file name has another extension', async () => {
    const types = await Promise.all(
      ['dot.gif', 'converted.jpg', 'terms.pdf'].map(async (name) => {
        const { headers } = await get(`/uploads/2026/11/${name}`);
        return [headers['content-type'], headers['content-disposition']];
      }),
    );
    expect(types).toEqual([
      ['image/gif', undefined],
      ['image/png', undefined],
      ['application/pdf', 'attachment'],
    ]);
  });

  it.each([
    ['an SVG', '/uploads/2026/11/drawing.png'],
    ['an HTML page', '/uploads/2026/11/page.png'],
    ['a picture that is declared as HTML', '/uploads/2026/11/renamed.png'],
    ['a file over 5 MB', '/uploads/2026/11/huge.png'],
    ['a redirect', '/uploads/2026/11/moved.png'],
    ['a missing file', '/uploads/2026/11/missing.png'],
  ])('returns 404 if it is %s', async (_what, path) => {
    const { status, headers, text } = await get(path);
    expect([status, headers['cache-control'], text]).toEqual([404, 'no-store', '']);
  });

  it.each([
    '/uploads/../secret.png',
    '/uploads/%2e%2e/secret.png',
    '/uploads/..%2fsecret.png',
    '/uploads/2026//11/dot.png',
    '/uploads/2026/11/d%6ft.png',
    '/uploads/v20261120101530',
    '/uploads/v20261120101530/',
    '/uploads/2026/11/dot.php',
    '/uploads/http://169.254.169.254/dot.png',
    '/uploads/2026/11/dot.png%00.png',
  ])('is not requested from the content host for the path %s', async (path) => {
    host.requests.length = 0;
    const { status } = await get(path);
    expect([404, 400, 301, 308]).toContain(status);
    expect(host.requests.filter((url) => url.includes('.p'))).toEqual([]);
  });

  it('is requested again after a purge of all files', async () => {
    await get('/uploads/2026/11/dot.png');
    await recorded.site.purge(['media'], { hard: true });
    host.requests.length = 0;
    expect((await get('/uploads/2026/11/dot.png')).status).toBe(200);
    expect(host.requests).toEqual([`${folder}/dot.png`]);
  });

  it.each([403, 429])(
    'stays available while the content host answers with status %i, but not after a 404',
    async (status) => {
      const name = `refused-${status}.png`;
      host.file(`${folder}/${name}`, 'image/png', files.png);
      expect((await get(`/uploads/2026/11/${name}`)).status).toBe(200);
      for (const answered of [status, 404]) {
        host.answerFile(`${folder}/${name}`, (_req, res) => res.writeHead(answered).end());
        await recorded.site.purge(['media']);
        host.requests.length = 0;
        const { status: shown, bytes } = await get(`/uploads/2026/11/${name}`);
        expect(host.requests).toEqual([`${folder}/${name}`]);
        expect([shown, bytes]).toEqual(answered === 404 ? [404, Buffer.alloc(0)] : [200, files.png]);
      }
    },
  );

  it('is requested once for concurrent visitors', async () => {
    const held = Promise.withResolvers<void>();
    host.answerFile(`${folder}/slow.png`, (_req, res) => {
      void held.promise.then(() => res.writeHead(200, { 'content-type': 'image/png' }).end(files.png));
    });
    host.requests.length = 0;
    const answers = Array.from({ length: 5 }, () => get('/uploads/2026/11/slow.png'));
    await expect.poll(() => host.requests).toHaveLength(1);
    held.resolve();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(host.requests).toHaveLength(1);
  });

  it('returns 503 while the content host fails, and 429 after too many requests from one address', async () => {
    const failing = await get('/uploads/2026/11/failing.png');
    expect([failing.status, failing.headers['retry-after'], failing.text]).toEqual([503, '5', '']);
    const other = await startRecordedSite({
      env: { CMS_URL: host.origin, CMS_KIND: 'wordpress', TRUST_PROXY: '1', PAGE_LOADS_PER_MINUTE: '2' },
    });
    try {
      const statuses: number[] = [];
      for (const number of [1, 2, 3]) {
        const headers = { 'x-forwarded-for': '203.0.113.9' };
        const path = `/uploads/v2026112010153${number}/2026/11/dot.png`;
        statuses.push((await ask(other.site.origin, path, { headers })).status);
      }
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await other.stop();
    }
  });
});
