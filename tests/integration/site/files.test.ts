import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { purgeToken, startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy } from '../../helpers/upstream-proxy.ts';

const NOW = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
const open: TestSite[] = [];
const start = async (options: Partial<Parameters<typeof startSite>[0]> = {}) => {
  const site = await startSite({ platform, clock: platform.clock, warm: false, live: false, ...options });
  open.push(site);
  return site;
};
beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
});
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
});
afterAll(() => platform?.stop());

const publicFiles = [
  '/environment/boot_config.json',
  '/environment/site_setup.json',
  '/config/countries.json',
  '/locale/en.json',
  '/locale/en/site.json',
];

describe('public configuration file', () => {
  it('returns a 304 if it is unchanged', async () => {
    const site = await start();
    for (const path of publicFiles) {
      const answer = await ask(site.origin, path);
      expect(answer.status, path).toBe(200);
      expect(Object.keys(JSON.parse(answer.text)).length, path).toBeGreaterThan(2);
      expect(answer.headers, path).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
      });
      const { etag = '' } = answer.headers;
      for (const given of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await ask(site.origin, path, { headers: { 'if-none-match': given } });
        expect(`${given} ${again.status}`).toBe(`${given} 304`);
        expect(again.bytes).toHaveLength(0);
      }
      const other = await ask(site.origin, path, { headers: { 'if-none-match': '"other"' } });
      expect(other.status, path).toBe(200);
    }
  });

  it('contains only allow-listed fields', async () => {
    const site = await start({
      config: (config) => {
        Object.assign(config.boot, { smsGatewayKey: 'not-for-browsers' });
        Object.assign(config.setup, { fraudRules: 'not-for-browsers' });
      },
    });
    for (const path of [...publicFiles, '/'])
      expect((await ask(site.origin, path)).text, path).not.toContain('not-for-browsers');
    const boot = await ask(site.origin, '/environment/boot_config.json');
    expect(Object.keys(JSON.parse(boot.text))).not.toContain('cmsFiles');
  });
});

describe('API keys and secrets', () => {
  it('appear in no response and no log line, even if requests fail', async () => {
    const proxy = await startUpstreamProxy(platform.url);
    const site = await start({ platform: proxy, warm: true });
    const pages = [
      '/',
      '/results',
      '/games/golden-keno',
      '/faq',
      '/blogs',
      '/results/latest.json',
      '/nowhere',
    ];
    const files = ['/%zz', '/healthz', '/readyz', '/speculation-rules.json', '/robots.txt', ...publicFiles];
    const paths = [...pages, ...files];
    const answers: string[] = [];
    const askAll = async () => {
      for (const path of paths) {
        const { text, headers } = await ask(site.origin, path);
        answers.push(text, JSON.stringify(headers));
      }
      for (const path of ['/healthz', '/readyz', '/metrics', '/purge', '/nowhere']) {
        const { text, headers } = await ask(site.opsOrigin, path);
        answers.push(text, JSON.stringify(headers));
      }
    };
    await askAll();
    for (const how of ['fail', 'nonsense', 'cut'] as const) {
      proxy.treat(() => how);
      await site.purge(['cms', 'results', 'upcoming', 'games', 'winners'], { hard: how === 'cut' });
      await askAll();
    }
    await proxy.down();
    await site.purge(['cms', 'results', 'upcoming', 'games', 'winners'], { hard: true });
    await askAll();
    const everything = answers.join('\n');
    expect(everything).toContain('<h1');
    const secrets = [testKeys.apiKey, testKeys.hash, purgeToken, proxy.url, new URL(proxy.url).host];
    for (const secret of secrets) expect(everything).not.toContain(secret);
    const logged = site.logged();
    expect(logged).toContain('page could not be made');
    for (const secret of [testKeys.apiKey, testKeys.hash, purgeToken]) expect(logged).not.toContain(secret);
    await proxy.close();
  });
});

describe('maintenance mode', () => {
  it('returns 503 with Retry-After for every page, but not for assets', async () => {
    const site = await start({
      warm: true,
      config: (config) => {
        config.setup.maintenance = true;
      },
    });
    const pages = ['/', '/results', '/faq', '/games/golden-keno', '/nowhere/at/all', '/results/latest.json'];
    for (const path of pages) {
      const answer = await ask(site.origin, path);
      expect(answer.status, path).toBe(503);
      expect(Number(answer.headers['retry-after']), path).toBeGreaterThan(0);
      expect(answer.headers['cache-control'], path).toBe('no-store');
    }
    const { text } = await ask(site.origin, '/');
    const titles = {
      '/results': 'We are making repairs',
      '/hi/results': 'हम मरम्मत कर रहे हैं',
      '/pt/my-accounts': 'Estamos a fazer reparações',
      '/nb': 'Vi gjør reparasjoner',
    };
    for (const [path, title] of Object.entries(titles)) {
      const page = await ask(site.origin, path);
      expect(page.text, path).toMatch(new RegExp(`<h1[^>]*>${title}<`));
      expect(page.text, path).toContain(`<html lang="${/^\/(hi|pt|nb)/.exec(path)?.[1] ?? 'en'}"`);
    }
    const files = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+|\/favicon[^"]*|\/symbols\/[^"#]+)/g)];
    expect(files.length).toBeGreaterThan(1);
    for (const [, path = ''] of files) expect((await ask(site.origin, path)).status, path).toBe(200);
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await ask(site.opsOrigin, path)).status, path).toBe(200);
    const setup = await ask(site.origin, '/environment/site_setup.json');
    expect(JSON.parse(setup.text)).toMatchObject({ maintenance: true });
  });
});

describe('site without a configured public address', () => {
  it('is excluded from search engines', async () => {
    const site = await start();
    expect((await ask(site.origin, '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
    expect((await ask(site.origin, '/sitemap.xml')).status).toBe(404);
    const home = await ask(site.origin, '/', { headers: { host: 'evil.example' } });
    expect(home.text).not.toContain('rel="canonical"');
    expect(home.text).not.toContain('evil.example');
    expect(home.headers).not.toHaveProperty('strict-transport-security');
  });
});

describe('web application manifest', () => {
  it('starts the installed site in the language of the page, and has the same id in every language', async () => {
    const site = await start();
    const ids = new Set<string>();
    for (const prefix of ['', '/hi', '/pt', '/nb']) {
      const page = await ask(site.origin, `${prefix}/faq`);
      expect(page.text).toContain(`<link rel="manifest" href="${prefix}/site.webmanifest"`);
      const { headers, text } = await ask(site.origin, `${prefix}/site.webmanifest`);
      expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
      const manifest = JSON.parse(text);
      expect(manifest).toMatchObject({ display: 'standalone', scope: '/', start_url: prefix || '/' });
      ids.add(manifest.id);
      const icons: { src: string; purpose: string }[] = manifest.icons;
      expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
      const shortcuts: { url: string }[] = manifest.shortcuts;
      expect(shortcuts.map(({ url }) => url)).toContain(`${prefix}/check`);
      for (const address of [...icons.map(({ src }) => src), ...shortcuts.map(({ url }) => url)])
        expect((await ask(site.origin, address)).status, address).toBe(200);
    }
    expect(ids.size).toBe(1);
  });
});

describe('file of the built client', () => {
  it('is cacheable for a year if its name contains a hash', async () => {
    const site = await start();
    const { text } = await ask(site.origin, '/');
    const [script = ''] = /\/assets\/[^"]+\.js/.exec(text) ?? [];
    const plain = await ask(site.origin, script);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const again = await ask(site.origin, script, { headers: { 'if-none-match': plain.headers.etag } });
    expect(again.status).toBe(304);
    for (const coding of ['br', 'gzip']) {
      const answer = await ask(site.origin, script, { headers: { 'accept-encoding': coding } });
      expect(answer.headers['content-encoding'], coding).toBe(coding);
      expect(answer.headers['vary'], coding).toMatch(/accept-encoding/i);
      expect(answer.text, coding).toBe(plain.text);
    }
  });

  it('is cacheable for only a day if its name contains no hash', async () => {
    const site = await start();
    for (const path of ['/favicon.svg', '/icon-192.png']) {
      const { status, headers } = await ask(site.origin, path);
      expect(status, path).toBe(200);
      expect(headers['cache-control'], path).toBe('public, max-age=86400');
    }
  });

  it('is served, but folders, build metadata and unknown files are not', async () => {
    const site = await start();
    const others = ['/.vite/manifest.json', '/assets/', '/assets', '/symbols/', '/symbols', '/package.json'];
    for (const path of [
      ...others,
      '/config/boot_config.json',
      '/environment/',
      '/locale/xx.json',
      '/locale/xx/site.json',
      '/locale/en/none.json',
      '/locale/',
    ])
      expect([301, 404], path).toContain((await ask(site.origin, path)).status);
  });
});
