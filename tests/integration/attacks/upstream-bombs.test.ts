import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BadUpstream, type Manner, startBadUpstream } from '../../helpers/bad-upstream.ts';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

let platform: TestPlatform;
let proxy: UpstreamProxy;
let content: BadUpstream;
let site: TestSite;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  content = await startBadUpstream();
  site = await startSite({
    platform: proxy,
    clock: platform.clock,
    warm: false,
    live: false,
    env: { CMS_URL: content.origin },
  });
});
beforeEach(async () => {
  proxy.treat(() => 'pass');
  await site.purge(['cms', 'games', 'results', 'upcoming'], { hard: true });
});
afterAll(async () => {
  await site?.close();
  await content?.stop();
  await proxy?.close();
  await platform?.stop();
});

const item = (changes: Record<string, unknown> = {}) => ({
  slug: 'faq',
  title: { rendered: 'Questions' },
  content: { rendered: '<p>Answers.</p>' },
  ...changes,
});
const page = (...items: unknown[]) => JSON.stringify({ isSuccess: true, cmsData: { jsonData: items } });
/** Returns JSON that is nested so deeply that recursion overflows the stack. */
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const text = (body: string, headers?: Record<string, string>): Manner => ({
  is: 'text',
  text: body,
  ...(headers ? { headers } : {}),
});
/** Returns a CMS response with these items. A deeply nested list replaces the text `"DEEP"` in the response. */
const sent = (...items: unknown[]) => text(page(...items).replace('"DEEP"', deep(100_000)));
const rendered = (html: string): Manner => text(page(item({ content: { rendered: html } })));

describe('hostile content of the CMS', () => {
  it.each<[string, Manner]>([
    ['a list nested a million times', text(deep(1_000_000))],
    ['more items than any list may have', text(page(...Array.from({ length: 501 }, () => item())))],
    ['an over-long text', rendered('a'.repeat(500_001))],
    ['an over-long response', rendered('a'.repeat(5_000_000))],
    ['endlessly nested tags', rendered('<b>'.repeat(150_000))],
    [
      'headers of 90 kB',
      text(
        page(item()),
        Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`x-${index}`, 'a'.repeat(300)])),
      ),
    ],
    [
      'a redirect',
      { is: 'text', text: page(item()), status: 302, headers: { location: 'http://evil.example/' } },
    ],
    ['text instead of JSON', text('<script>evil</script>')],
  ])('is neither shown nor cached: %s', async (_name, manner) => {
    content.always(manner);
    const answer = await ask(site.origin, '/faq');
    expect(answer.status).toBe(503);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('</html>');
    expect(answer.text).not.toContain('evil');
    expect((await ask(site.origin, '/robots.txt')).status).toBe(200);
    content.always(text(page(item())));
    const healed = await ask(site.origin, '/faq');
    expect([healed.status, healed.text.includes('Answers.')]).toEqual([200, true]);
  });

  it.each<[string, Record<string, unknown> | string]>([
    ['a day that does not exist', { date: '2026-02-30' }],
    ['a date that is text', { date: 'not a date at all' }],
    ['a date that is a number', { date: 7 }],
    [
      '100,000 facts',
      { meta: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`fact${at}`, at])) },
    ],
    ['an over-long fact', { meta: { author: 'a'.repeat(2001) } }],
    ['a list as a fact', { meta: { author: ['a'] } }],
    ['an over-long excerpt', { excerpt: { rendered: 'a'.repeat(2001) } }],
    ['metadata of another type', { yoast_head_json: { title: 7, robots: { index: 'noindex' } } }],
    ['a nested list as a fact', 'DEEP'],
  ])('is omitted from lists, and its own page shows only its text, if it has %s', async (_name, changes) => {
    const bad = item({
      slug: 'the-bad-one',
      title: { rendered: 'Bad one' },
      yoast_head_json: { title: 'Bad one', robots: { index: 'noindex' } },
      ...(typeof changes === 'string' ? { meta: { a: changes } } : changes),
    });
    const good = ['first-one', 'last-one'].map((slug) =>
      item({ slug, title: { rendered: `Title of ${slug}` }, date: '2026-11-20T10:00:00' }),
    );
    content.always(sent(item({ slug: 'blogs' }), good[0], bad, good[1]));
    const list = await ask(site.origin, '/blogs');
    expect(list.status).toBe(200);
    for (const slug of ['first-one', 'last-one']) expect(list.text).toContain(`Title of ${slug}`);
    expect(list.text).not.toContain('Bad one');
    expect(site.logged()).toMatch(/"slug":"the-bad-one".*"msg":"content item left out"/);
    content.always(sent({ ...bad, content: { rendered: '<p>Answers.</p>' } }));
    const alone = await ask(site.origin, '/faq');
    expect([alone.status, alone.text.includes('Answers.')]).toEqual([200, true]);
    expect(alone.text).toContain('<meta name="robots" content="noindex');
    expect(site.logged()).toMatch(/"slug":"the-bad-one".*"msg":"content page reduced to its text"/);
  });

  it.each<[string, Record<string, unknown>]>([
    ['no text', { content: {} }],
    ['an over-long text', { content: { rendered: 'a'.repeat(500_001) } }],
    ['endlessly nested tags', { content: { rendered: '<b>'.repeat(100_000) } }],
    ['no title', { title: null }],
    ['no slug', { slug: 7 }],
  ])('is omitted from lists if it has %s', async (_name, changes) => {
    const good = item({ slug: 'good-one', title: { rendered: 'Title of the good one' } });
    content.always(text(page(item({ slug: 'blogs' }), item({ slug: 'bad-one', ...changes }), good)));
    const list = await ask(site.origin, '/blogs');
    expect([list.status, list.text.includes('Title of the good one')]).toEqual([200, true]);
    expect(list.text).not.toContain('bad-one');
  });

  it('is cut off at the item that exceeds the limit of HTML tags', async () => {
    const heavy = Array.from({ length: 60 }, (_, at) =>
      item({ slug: `heavy-${at}`, content: { rendered: '<b>'.repeat(4900) } }),
    );
    content.always(text(page(item({ slug: 'blogs' }), ...heavy)));
    const list = await ask(site.origin, '/blogs');
    expect(list.status).toBe(200);
    expect([list.text.includes('/blogs/heavy-1"'), list.text.includes('/blogs/heavy-59"')]).toEqual([
      true,
      false,
    ]);
    expect(site.logged().match(/"slug":"heavy-\d+"/g)?.length).toBeLessThanOrEqual(10);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)(
    'is not decompressed, because the site did not request compression: %s',
    async (coding, pack) => {
      // The compressed page has less than 100 kB, but 24 MB after decompression.
      const bomb = pack(Buffer.from(page(item({ content: { rendered: ' '.repeat(24_000_000) } }))));
      expect(bomb.length).toBeLessThan(100_000);
      content.always({ is: 'text', text: bomb, headers: { 'content-encoding': coding } });
      expect((await ask(site.origin, '/faq')).status).toBe(503);
      expect(content.received.at(-1)?.headers['accept-encoding'] ?? 'identity').not.toMatch(
        /gzip|br|deflate|\*/,
      );
      expect(site.logged()).toContain('without JSON');
    },
  );

  it('cannot set a cookie, a header or a redirect in the site’s response', async () => {
    content.always(
      text(page(item()), {
        'set-cookie': 'evil=1; Path=/',
        'cache-control': 'public, max-age=31536000, immutable',
        'cdn-cache-control': 'max-age=31536000',
        'surrogate-control': 'max-age=31536000',
        'cache-tag': 'evil',
        etag: '"evil"',
        vary: '*',
        location: 'http://evil.example/',
        'content-type': 'text/html; charset=utf-16',
        'content-security-policy': "default-src 'unsafe-inline'",
        'access-control-allow-origin': '*',
        'x-evil': 'evil',
      }),
    );
    for (let times = 0; times < 2; times++) {
      const { status, headers } = await ask(site.origin, '/faq');
      expect(status).toBe(200);
      expect(JSON.stringify(headers)).not.toMatch(/evil|31536000|unsafe|utf-16/);
      for (const name of ['set-cookie', 'location', 'access-control-allow-origin', 'surrogate-control'])
        expect(headers).not.toHaveProperty(name);
      expect(headers['vary']).toBe('Accept-Encoding');
    }
  });

  it('cannot modify a JavaScript prototype', async () => {
    content.always(
      text(
        `{"__proto__":{"evil":1},"constructor":{"prototype":{"evil":1}},${page(
          item({ meta: { evil: 'META' } }),
        )
          .slice(1)
          .replace('"evil":"META"', '"__proto__":"evil","constructor":"evil","toString":"evil"')}`,
      ),
    );
    expect((await ask(site.origin, '/faq')).status).toBe(200);
    expect(Reflect.get({}, 'evil')).toBeUndefined();
  });

  it.each([
    '<script>evil()</script>',
    '<img src=x onerror=evil()>',
    '<svg onload=evil()>',
    '<a href="javascript:evil()">a</a>',
    '<a href="java\tscript:evil()">a</a>',
    '<a href="&#106;avascript:evil()">a</a>',
    '<a href="data:text/html,<script>evil()</script>">a</a>',
    '<a href="vbscript:evil()">a</a>',
    '<iframe srcdoc="<script>evil()</script>"></iframe>',
    '<form action="//evil.example"><input name=password></form>',
    '<base href="//evil.example/">',
    '<meta http-equiv="refresh" content="0;url=//evil.example">',
    '<link rel=stylesheet href="//evil.example/a.css">',
    '<style>@import "//evil.example"</style>',
    '<p style="background:url(//evil.example)">a</p>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=evil()&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=evil()>">',
    '<textarea></textarea><img src=x onerror=evil()></textarea>',
    '<img src="//evil.example/a.png">',
    '<button formaction="javascript:evil()">a</button>',
    '<details ontoggle=evil() open>a</details>',
    '<<script>script>evil()<</script>/script>',
    '</main></body><script src=//evil.example></script>',
  ])('is sanitised: %s', async (html) => {
    content.always(rendered(`${html}<p>Answers.</p>`));
    const answer = await ask(site.origin, '/faq');
    expect(answer.status).toBe(200);
    const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(answer.text) ?? [];
    expect(main).not.toMatch(
      /<(?:script|iframe|form|base|meta|link|style|svg|math|object|embed|textarea|noscript)\b/i,
    );
    expect(main).not.toMatch(/<[^>]*\s(?:on\w+|style|srcdoc|formaction)\s*=/i);
    expect(main).not.toMatch(/<[^>]*(?:href|src)="(?:\/\/evil|\s*(?:java|vb)script|data:)/i);
    expect(answer.text.match(/<\/main>/g)).toHaveLength(1);
  });
});

describe('hostile response of the platform', () => {
  it('with a deeply nested draw record cannot break a draw page', async () => {
    content.always({ is: 'answer', body: {}, status: 404 });
    const { text: cards } = await ask(site.origin, '/results/latest.json');
    const [, path = ''] = /"(\/results\/golden-keno\/\d+)"/.exec(cards) ?? [];
    proxy.treat(({ url }) =>
      url.endsWith('/draws/verify')
        ? {
            change: (body) =>
              body.replace(/"drawParameters":\{/, `"drawParameters":{"evil":${deep(200_000)},`),
          }
        : 'pass',
    );
    const answer = await ask(site.origin, path);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('evil');
    expect(answer.headers['cache-control']).toContain('s-maxage=5');
  });

  it('cannot redirect clients or set headers of the site’s response', async () => {
    content.always({ is: 'answer', body: {}, status: 404 });
    for (const slug of ['//evil.example', 'a\\r\\nset-cookie: evil=1', '../evil', 'javascript:evil']) {
      proxy.treat(() => ({ change: (body) => body.replaceAll('"slug":"golden-keno"', `"slug":"${slug}"`) }));
      await site.purge(['games'], { hard: true });
      for (const path of ['/games', '/results/golden-keno']) {
        const answer = await ask(site.origin, path);
        expect(answer.status, `${slug} ${path}`).toBe(503);
        expect(answer.text + JSON.stringify(answer.headers)).not.toContain('evil');
      }
    }
  });
});
