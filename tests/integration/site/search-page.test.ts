import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, ask } from '../../helpers/http.ts';
import { byTag, elementsOf, parseMarkup } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  site = await startSite({
    platform: proxy,
    clock: platform.clock,
    env: { SITE_URL: 'https://lotto.example' },
    warm: false,
  });
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});

const get = (path: string, headers: Record<string, string> = {}) => ask(site.origin, path, { headers });
const search = (keyword: string, lang = '') => get(`${lang}/search?keyword=${encodeURIComponent(keyword)}`);
const callCount = () => proxy.count('common-search');
const shownIn = ({ text }: Answer) => {
  const root = parseMarkup(text);
  const all = elementsOf(root);
  const input = byTag(root, 'input').find(({ attributes }) => attributes['name'] === 'keyword');
  const message = all.find(({ attributes }) => attributes['id'] === input?.attributes['aria-describedby']);
  return {
    value: input?.attributes['value'] ?? '',
    hasFocus: 'autofocus' in (input?.attributes ?? {}),
    isInvalid: input?.attributes['aria-invalid'] === 'true',
    message: message?.text.trim() ?? '',
    status: all.find(({ attributes }) => attributes['id'] === 'search-summary')?.text ?? '',
    tabs: byTag(root, 'a').filter(({ attributes }) => attributes['class'] === 'tabs__tab'),
    hits: byTag(root, 'h3').map((heading) => byTag(heading, 'a')[0]?.attributes['href'] ?? ''),
    next: byTag(root, 'a').find(({ attributes }) => attributes['rel'] === 'next')?.attributes['href'],
    title: byTag(root, 'title')[0]?.text ?? '',
  };
};

describe('search page', () => {
  it('shows a text about the search and makes no search call if the request has no keyword', async () => {
    const before = callCount();
    for (const [lang, sample] of [
      ['', 'Often looked for'],
      ['/hi', 'अक्सर खोजा जाता है'],
      ['/pt', 'Procurado muitas vezes'],
      ['/nb', 'Det mange leter etter'],
    ] as const) {
      const answer = await get(`${lang}/search`);
      expect([answer.status, answer.text.includes(sample)]).toEqual([200, true]);
      expect(shownIn(answer)).toMatchObject({ value: '', isInvalid: false, tabs: [], status: '' });
    }
    expect(callCount()).toBe(before);
  });

  it('shows the first category that has hits, and a tab with the number of hits in each category', async () => {
    const { text, ...answer } = await search('golden keno', '/nb');
    expect(answer.status).toBe(200);
    const { tabs, hits, status, value } = shownIn({ text, ...answer });
    expect(tabs.map(({ text: label }) => label.replace(/\s+/g, ' '))[0]).toMatch(/^Spill \(\d+\)$/);
    expect(tabs).toHaveLength(5);
    expect(tabs.map(({ attributes }) => attributes['aria-current'])[0]).toBe('page');
    expect(hits[0]).toBe('/nb/games/golden-keno');
    expect([value, status]).toEqual(['golden keno', expect.stringMatching(/^\d+ treff på «.golden keno.»$/)]);
    for (const { attributes } of tabs) {
      const tab = shownIn(await get(attributes['href'] ?? ''));
      expect(tab.tabs.find((each) => each.attributes['aria-current'])?.text).toBeDefined();
      expect(tab.status).toBe(status);
    }
  });

  it('links from each page of 20 results to the next page until all results are shown', async () => {
    const seen = new Set<string>();
    let path: string | undefined = '/search?keyword=golden+keno&category=results';
    let total = '';
    for (let pages = 0; path !== undefined && pages < 30; pages++) {
      const page = shownIn(await get(path));
      for (const hit of page.hits) seen.add(hit);
      total = page.tabs[1]?.text ?? '';
      path = page.next?.replaceAll('&amp;', '&');
    }
    expect(seen.size).toBeGreaterThan(60);
    expect(total).toContain(`(${seen.size})`);
  });

  it('shows a message without tabs if the search finds nothing', async () => {
    const shown = shownIn(await search('xylophone', '/pt'));
    expect(shown).toMatchObject({ tabs: [], hits: [], value: 'xylophone', isInvalid: false });
    expect(shown.status).toContain('Nada encontrado');
  });

  it('redirects to the first page of results if the cursor is invalid', async () => {
    for (const cursor of ['AAAA', 'x'.repeat(3000), '%27']) {
      const answer = await get(`/search?keyword=keno&category=results&cursor=${cursor}`);
      const first = '/search?keyword=keno&category=results';
      expect([answer.status, answer.headers.location]).toEqual([302, first]);
    }
    const { headers } = await get('/hi/search?keyword=keno&category=nothing&cursor=AAAA');
    expect(headers.location).toBe('/hi/search?keyword=keno');
  });
});

describe('search text that finds nothing or is invalid', () => {
  it.each([
    ['%'],
    ["'"],
    ['<script>alert(1)</script>'],
    ['"><img src=x onerror=alert(1)>'],
    ['\u202eonek'],
    ['مرحبا بالعالم'],
    ['ke\u0000no\u001b\ttab'],
    ['\u2068{{keyword}} $t(site.name)'],
  ])('is kept in the search box and returns 200: %j', async (keyword) => {
    const answer = await search(keyword, '/hi');
    const kept = keyword.replace(/\p{Cc}/gu, ' ');
    expect([answer.status, shownIn(answer).value, shownIn(answer).isInvalid]).toEqual([200, kept, false]);
    expect(shownIn(answer).status).toContain(kept);
    expect(answer.text).not.toMatch(/<script>alert|<img src=x/);
    expect(shownIn(answer).title.length).toBeLessThanOrEqual(70);
  });

  it('returns 200 if it is not UTF-8', async () => {
    for (const bytes of ['%ff%fe', '%c3%28', '%zz', '%e0%80%80'])
      expect((await get(`/search?keyword=${bytes}`)).status).toBe(200);
  });

  it('gets an error message in the language of the page, and stays in the focused search box', async () => {
    const before = callCount();
    const cases: [string, string, RegExp][] = [
      ['', '', /^Type what/],
      ['   ', '/nb', /^Skriv hva/],
      ['k'.repeat(201), '/pt', /demasiado longo.* 200 /],
      ['k'.repeat(10_000), '/hi', /बहुत लंबा.* 200 /],
    ];
    for (const [keyword, lang, message] of cases) {
      const answer = await search(keyword, lang);
      expect(answer.status).toBe(422);
      expect(shownIn(answer)).toMatchObject({ value: keyword, isInvalid: true, hasFocus: true });
      expect(shownIn(answer).message).toMatch(message);
    }
    expect(callCount()).toBe(before);
  });
});

describe('response of the search page', () => {
  it('is never cached, so that each request makes a new search call', async () => {
    const before = callCount();
    const entries = [site.deps.pageCache.entries, site.deps.dataCache.entries];
    for (let index = 0; index < 3; index++) {
      const { headers } = await get(`/search?keyword=jackpot`, { 'accept-encoding': 'br' });
      expect(headers['cache-control']).toBe('private, no-store');
      expect([headers['content-encoding'], headers['set-cookie']]).toEqual(['br', undefined]);
    }
    expect(callCount()).toBe(before + 3);
    expect([site.deps.pageCache.entries, site.deps.dataCache.entries]).toEqual(entries);
  });

  it('is excluded from search engines, the sitemap and prefetching', async () => {
    expect((await search('keno')).text).toContain('<meta name="robots" content="noindex"/>');
    expect((await get('/search')).text).toContain('<meta name="robots" content="noindex"/>');
    expect((await get('/sitemap.xml')).text).not.toContain('/search');
    expect((await get('/speculation-rules.json')).text).toMatch(/:area\([^)]*\bsearch\b/);
  });

  it('is linked from the site header in every language', async () => {
    for (const lang of ['', '/hi', '/pt', '/nb'])
      expect((await get(`${lang}/faq`)).text).toContain(`class="site-header__search" href="${lang}/search"`);
  });

  it('contains the form, the typed text and a message if the platform fails', async () => {
    proxy.treat(({ url }) => (url.includes('common-search') ? 'fail' : 'pass'));
    const answer = await search('keno', '/nb');
    proxy.treat(() => 'pass');
    expect([answer.status, answer.headers['cache-control']]).toEqual([503, 'private, no-store']);
    expect(shownIn(answer)).toMatchObject({
      value: 'keno',
      status: 'Det er et teknisk problem hos oss. Søk på nytt om noen minutter.',
    });
  });

  it('is a 429 with the form and a message after too many searches', async () => {
    const limited = await startSite({
      platform,
      clock: platform.clock,
      env: { TRUST_PROXY: '1', CALL_RATE_PERCENT: '1' },
      warm: false,
    });
    try {
      // Use a public client address, because addresses of private networks have no rate limit.
      const headers = { 'x-forwarded-for': '203.0.113.7' };
      const ofThree = async () => ask(limited.origin, '/pt/search?keyword=keno', { headers });
      for (let index = 0; index < 3; index++) expect((await ofThree()).status).toBe(200);
      const answer = await ofThree();
      expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
      expect(shownIn(answer)).toMatchObject({
        value: 'keno',
        status: 'Demasiadas tentativas. Espere um momento e tente novamente.',
      });
    } finally {
      await limited.close();
    }
  });
});
