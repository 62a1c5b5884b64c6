import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;

beforeAll(async () => {
  // Time stands still, so that bytes change for no reason of their own.
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  site = await startSite({ platform: proxy, clock: platform.clock });
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});

const get = (path: string, headers: Record<string, string> = {}) => ask(site.origin, path, { headers });

/** Bytes that any other visitor gets, before and after. */
const watched = ['/', '/results', '/games/golden-keno', '/faq', '/nowhere/at/all'];
const bytesOfAll = async (): Promise<string[]> => {
  const texts: string[] = [];
  for (const path of watched) texts.push((await get(path)).text);
  return texts;
};

describe('headers of a request', () => {
  const headers: Record<string, string> = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-scheme': 'nothttps',
    'x-forwarded-port': '1337',
    'x-forwarded-for': '10.0.0.1',
    'x-forwarded-prefix': '/evil',
    'x-forwarded-path': '/evil',
    'x-forwarded-server': 'evil.example',
    forwarded: 'for=1.2.3.4;host=evil.example;proto=https',
    'x-host': 'evil.example',
    'x-original-host': 'evil.example',
    'x-original-url': '/admin',
    'x-rewrite-url': '/admin',
    'x-http-method-override': 'POST',
    'x-http-method': 'DELETE',
    'x-method-override': 'PUT',
    'x-real-ip': '127.0.0.1',
    'x-client-ip': '127.0.0.1',
    'true-client-ip': '127.0.0.1',
    'cf-connecting-ip': '127.0.0.1',
    'cf-ipcountry': 'NO',
    'x-amz-cf-id': 'x',
    'fastly-client-ip': '127.0.0.1',
    cookie: 'session=a; __Host-session=b; auth_user=1; lang=hi; campaigncode=x; __proto__=c',
    authorization: 'Bearer 123',
    'proxy-authorization': 'Basic eA==',
    'accept-language': 'hi-IN, pt;q=0.9, nb;q=0.8',
    accept: 'application/json',
    'accept-charset': 'utf-16',
    'accept-version': '9.9.9',
    'save-data': 'on',
    dnt: '1',
    'sec-gpc': '1',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'image',
    'sec-purpose': 'prefetch',
    purpose: 'prefetch',
    'sec-ch-ua-mobile': '?1',
    'sec-ch-ua-platform': '"Android"',
    'sec-ch-prefers-color-scheme': 'light',
    'sec-ch-prefers-reduced-motion': 'reduce',
    'viewport-width': '320',
    width: '320',
    dpr: '3',
    'device-memory': '0.5',
    downlink: '0.1',
    rtt: '2000',
    ect: 'slow-2g',
    'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    referer: 'https://evil.example/?q="><script>',
    origin: 'https://evil.example',
    'cache-control': 'no-cache',
    pragma: 'no-cache',
    'if-modified-since': 'Thu, 01 Jan 2099 00:00:00 GMT',
    'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT',
    'if-match': '"nothing"',
    range: 'bytes=0-0',
    te: 'trailers',
    expect: '100-continue',
    upgrade: 'websocket',
    'upgrade-insecure-requests': '1',
    'content-type': 'multipart/form-data; boundary=x',
    'x-requested-with': 'XMLHttpRequest',
    'x-middleware-prefetch': '1',
    'x-nextjs-data': '1',
    'transfer-encoding-x': 'chunked',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'last-event-id': '5',
  };

  it('change no byte of a page, from memory or cold', async () => {
    const clean = await bytesOfAll();
    let cold = 0;
    const from = new Map<string, string>();
    for (const [name, value] of Object.entries(headers)) {
      for (const [index, path] of watched.entries()) {
        const answer = await get(path, { [name]: value });
        expect(answer.text === clean[index], `${name} on ${path}`).toBe(true);
        expect(answer.headers, name).not.toHaveProperty('set-cookie');
        expect(answer.headers['vary'], name).toBe('Accept-Encoding');
      }
      // A page that nobody has asked for yet, made because of this request; its name is all that differs.
      const path = `/results?game=pick3&from=2026-11-1${cold++ % 2}&to=2026-11-14`;
      if (!from.has(path)) from.set(path, (await get(path, { [name]: value })).text);
      expect((await get(path)).text, name).toBe(from.get(path));
      expect(from.get(path)).not.toContain('evil');
    }
    expect(await bytesOfAll()).toEqual(clean);
  });

  it('change no byte of a page that is made for them', async () => {
    const path = '/games/golden-raffle';
    const clean = await get(path);
    await site.purge(['games', 'upcoming', 'results', 'cms'], { hard: true });
    const { host: _host, range: _range, expect: _expect, upgrade: _upgrade, ...all } = headers;
    const cold = await get(path, { ...all, host: 'evil.example' });
    expect(cold.headers['cache-status']).toContain('fwd=uri-miss');
    expect(cold.text).toBe(clean.text);
    expect((await get(path)).text).toBe(clean.text);
  });

  it('reach the platform from nobody: neither cookie nor anything else of the visitor', async () => {
    proxy.seen.length = 0;
    await site.purge(['results', 'cms'], { hard: true });
    const { expect: _expect, upgrade: _upgrade, ...all } = headers;
    await get('/results?game=raffle', all);
    expect(proxy.seen.length).toBeGreaterThan(0);
    const ours = 'host connection content-type content-length accept accept-encoding x-api-key x-hash';
    const known = new Set(ours.split(' '));
    for (const seen of proxy.seen) {
      expect(Object.keys(seen.headers).filter((name) => !known.has(name))).toEqual([]);
      expect(JSON.stringify(seen)).not.toContain('evil');
    }
  });
});
