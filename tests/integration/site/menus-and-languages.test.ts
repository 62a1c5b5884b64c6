import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { byTag, type MarkupElement, parseMarkup } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

const siteUrl = 'https://lotto.example';
let platform: TestPlatform;
let site: TestSite;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z') });
  site = await startSite({
    platform,
    clock: platform.clock,
    env: { SITE_URL: siteUrl },
    warm: false,
    live: false,
  });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const prefixes = ['', '/hi', '/pt', '/nb'];
const hrefOf = ({ attributes }: MarkupElement | { attributes: Record<string, string> }): string =>
  (attributes['href'] ?? '').replaceAll('&amp;', '&');
const pageAt = async (path: string, options: Parameters<typeof ask>[2] = {}) => {
  const answer = await ask(site.origin, path, options);
  const root = parseMarkup(answer.text);
  const [footer] = byTag(root, 'footer');
  if (!footer) throw new Error(`${path} has no footer`);
  return {
    status: answer.status,
    headers: answer.headers,
    root,
    groups: byTag(footer, 'h2').map((heading) => byTag(heading, 'a').map(hrefOf).join()),
    languages: byTag(footer, 'a')
      .filter(({ attributes }) => attributes['rel'] === 'alternate')
      .map(hrefOf),
    trail: byTag(root, 'ol')
      .filter(({ attributes }) => attributes['class'] === 'breadcrumbs')
      .flatMap((list) => byTag(list, 'a').map(hrefOf)),
    canonical: byTag(root, 'link')
      .filter(({ attributes }) => attributes['rel'] === 'canonical')
      .map(hrefOf)
      .join(),
    entries: byTag(root, 'li').filter(({ attributes }) => attributes['class']?.includes('menu-group__entry')),
  };
};

describe('footer group', () => {
  it('has a page in each language, with a link and a translated text for each page of the group', async () => {
    const texts = new Map<string, Set<string>>();
    for (const prefix of prefixes) {
      const { groups } = await pageAt(`${prefix}/faq`);
      expect(groups).toHaveLength(6);
      for (const href of groups) {
        const group = await pageAt(href.split('#', 1)[0] ?? '');
        expect([href, group.status]).toEqual([href, 200]);
        expect(href.startsWith(`${prefix}/`)).toBe(true);
        if (href.endsWith('/promotions')) continue;
        expect(group.entries.length).toBeGreaterThan(1);
        for (const entry of group.entries) {
          const [text = ''] = byTag(entry, 'p').map((each) => each.text);
          const child = byTag(entry, 'a').map(hrefOf).join();
          expect([child, text.length > 10]).toEqual([child, true]);
          expect((await ask(site.origin, child.split('#', 1)[0] ?? '')).status).toBe(200);
          const key = child.slice(prefix.length);
          texts.set(key, (texts.get(key) ?? new Set()).add(text));
        }
      }
    }
    for (const [child, own] of texts) expect([child, own.size]).toEqual([child, prefixes.length]);
  });

  it('is linked from each page of the group, with a fragment that names that page', async () => {
    for (const prefix of prefixes) {
      const back = `${prefix}/help-and-support#faq`;
      const { trail, groups } = await pageAt(`${prefix}/faq`);
      expect(trail).toEqual([prefix || '/', back]);
      expect(groups).toContain(back);
      const group = await pageAt(`${prefix}/help-and-support`);
      expect(group.entries.map(({ attributes }) => attributes['id'])).toContain('faq');
      expect(group.canonical).toBe(`${siteUrl}${prefix}/help-and-support`);
    }
  });

  it('has a page that is in the sitemap and is cached with the tags of its texts', async () => {
    const { text } = await ask(site.origin, '/sitemap-pages.xml');
    expect(text).toContain(`<loc>${siteUrl}/nb/legal-and-compliance</loc>`);
    const { headers } = await pageAt('/legal-and-compliance');
    expect(headers['cache-tag']).toContain('cms:legal');
  });
});

describe('links to other languages', () => {
  it.each([
    '/results?from=2026-11-20&to=2026-11-21',
    '/results?game=keno&from=2026-11-20&to=2026-11-21',
    '/excluded?until=2027-01-31T12%3A00%3A00.000Z',
    '/winners?game=keno',
  ])('keep the query of %s', async (path) => {
    const { status, languages } = await pageAt(path);
    expect([status, languages]).toEqual([200, prefixes.map((prefix) => prefix + path)]);
  });

  it('keep the page and its parameters', async () => {
    for (const [path, others] of [
      ['/results?game=keno', ['/results?game=keno', '/hi/results?game=keno']],
      ['/nb/blogs?month=2026-11', ['/blogs?month=2026-11', '/hi/blogs?month=2026-11']],
      ['/pt/search?keyword=keno', ['/search?keyword=keno', '/hi/search?keyword=keno']],
    ] as const)
      expect((await pageAt(path)).languages.slice(0, 2)).toEqual(others);
  });

  it('on a form page, also translate the path in the query parameter `to`', async () => {
    const to = encodeURIComponent('/hi/my-accounts/tickets?status=won&page=2');
    const plain = encodeURIComponent('/my-accounts/tickets?status=won&page=2');
    for (const form of ['login', 'signup', 'forgot-password']) {
      const { languages, canonical } = await pageAt(`/hi/${form}?to=${to}&other=1`);
      expect(languages.slice(0, 2)).toEqual([`/${form}?to=${plain}`, `/hi/${form}?to=${to}`]);
      expect(canonical).toBe(`${siteUrl}/hi/${form}`);
    }
  });

  it('keep the parameter `to` after a form error without JavaScript', async () => {
    const { status, languages } = await pageAt('/login?to=%2Fdeposit', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: 'username=&password=',
    });
    expect(status).toBe(422);
    expect(languages[3]).toBe('/nb/login?to=%2Fnb%2Fdeposit');
  });

  it.each([
    ['another host', 'https://evil.example/'],
    ['a host without a scheme', '//evil.example'],
    ['a host after a backslash', '/\\evil.example'],
    ['a path that is too long', `/${'a'.repeat(3000)}`],
    ['nothing', ''],
  ])('omit a parameter `to` that contains %s', async (_kind, to) => {
    const { status, languages } = await pageAt(`/login?to=${encodeURIComponent(to)}`);
    expect([status, ...languages]).toEqual([200, '/login', '/hi/login', '/pt/login', '/nb/login']);
  });
});
