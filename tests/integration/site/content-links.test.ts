import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { byTag, parseMarkup } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;

/** The text of `/legal` that the proxy sends in place of the platform's text. */
const hooks = `
<a href="/results?game=keno#top">Results</a> <a href="/">Home</a> <a href="/pt/faq">In Portuguese</a>
<a href="/verifiers/verify.mjs">A file</a> <a href="https://example.org/">Another site</a>
<a data-hook="deposit">Deposit</a>
<button data-hook="redirect" data-target="/my-accounts/tickets">My tickets</button>
<a href="/faq" data-hook="redirect" data-target="https://evil.example/">Elsewhere</a>
<button data-hook="redirect" data-target="//evil.example">Nowhere</button>
<button data-hook="steal">Unknown</button>`;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z') });
  proxy = await startUpstreamProxy(platform.url);
  proxy.treat(({ url }) => {
    if (!/\/cms\/content\/[a-z]+\/legal\.json/.test(url)) return 'pass';
    return {
      change: (body) => {
        const answer = JSON.parse(body);
        answer.cmsData.jsonData[0].content.rendered = hooks;
        return JSON.stringify(answer);
      },
    };
  });
  site = await startSite({ platform: proxy, clock: platform.clock, warm: false, live: false });
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});

const proseAt = async (path: string) => {
  const { text } = await ask(site.origin, path);
  const prose = byTag(parseMarkup(text), 'div').find(({ attributes }) => attributes['class'] === 'prose');
  if (!prose) throw new Error(`${path} has no text of the CMS`);
  return prose;
};

describe('link in a text of the CMS', () => {
  it.each(['hi', 'pt', 'nb'])('opens the page of the same language: %s', async (lang) => {
    for (const path of [
      'faq',
      'healthyplay',
      'winnerstories',
      'blogs/odds-explained',
      'promotions/welcome-bonus',
    ]) {
      const hrefs = byTag(await proseAt(`/${lang}/${path}`), 'a').map(
        ({ attributes }) => attributes['href'] ?? '',
      );
      const own = hrefs.filter((href) => href.startsWith('/'));
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter((href) => !href.startsWith(`/${lang}/`))).toEqual([]);
    }
  });

  it('keeps its query and fragment, and is unchanged if it leads to another language, a file or another site', async () => {
    const hrefs = byTag(await proseAt('/hi/legal'), 'a').map(({ attributes }) => attributes['href']);
    expect(hrefs.slice(0, 5)).toEqual([
      '/hi/results?game=keno#top',
      '/hi',
      '/pt/faq',
      '/verifiers/verify.mjs',
      'https://example.org/',
    ]);
    const plain = byTag(await proseAt('/legal'), 'a').map(({ attributes }) => attributes['href']);
    expect(plain.slice(0, 2)).toEqual(['/results?game=keno#top', '/']);
  });
});

describe('content hook (named link in a text)', () => {
  it('leads to its target in the language of the page, even without JavaScript', async () => {
    for (const prefix of ['', '/nb']) {
      const found = byTag(await proseAt(`${prefix}/legal`), 'a').filter(
        ({ attributes }) => attributes['data-hook'],
      );
      expect(found.map(({ attributes }) => [attributes['data-hook'], attributes['href']])).toEqual([
        ['deposit', `${prefix}/deposit`],
        ['redirect', `${prefix}/my-accounts/tickets`],
      ]);
      for (const { attributes } of found) {
        expect(attributes['data-target']).toBe(attributes['href']);
        const answer = await ask(site.origin, attributes['href'] ?? '');
        const login = `${prefix}/login?to=${encodeURIComponent(attributes['href'] ?? '')}`;
        expect([answer.status, answer.headers.location]).toEqual([303, login]);
      }
    }
  });

  it('is rendered as plain text if it leads to another site or has an unknown name', async () => {
    const prose = await proseAt('/legal');
    expect(prose.text).toContain('Nowhere');
    expect(prose.text).toContain('Unknown');
    expect(byTag(prose, 'button')).toEqual([]);
    const elsewhere = byTag(prose, 'a').find(({ text }) => text === 'Elsewhere');
    expect(elsewhere?.attributes).toEqual({ href: '/faq' });
    expect(JSON.stringify(byTag(prose, 'a').map(({ attributes }) => attributes))).not.toContain('evil');
  });
});
