import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, askRaw, statusOf } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

const siteUrl = 'https://lotto.example';
let platform: TestPlatform;
let site: TestSite;
/** The home page before the attacks. It must be the same after all attacks. */
let home: string;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  site = await startSite({
    platform,
    clock: platform.clock,
    warm: false,
    live: false,
    env: { SITE_URL: siteUrl },
  });
  home = (await ask(site.origin, '/')).text;
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const raw = (line: string, ...headers: string[]) =>
  askRaw(
    site.origin,
    `${line} HTTP/1.1\r\n${['Host: a', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`,
  );
const headOf = (said: string): string => said.slice(0, said.indexOf('\r\n\r\n'));
const locationOf = (said: string): string | undefined => /^location: (.*)\r?$/im.exec(headOf(said))?.[1];

describe('redirect of a hostile URL', () => {
  it.each([
    '//evil.example',
    '//evil.example/',
    '///evil.example',
    '////evil.example//x',
    '/\\evil.example/',
    '/\\/evil.example/',
    '//\\evil.example/',
    '/%5cevil.example/',
    '/%5c%5cevil.example//',
    '/%2f%2fevil.example//',
    '/%2fevil.example/',
    '/%09/evil.example/',
    '//%09evil.example/',
    '/\t/evil.example/',
    '/en//evil.example',
    '/en///evil.example/',
    '/en/%2fevil.example',
    '/en/\\evil.example',
    '/en/https://evil.example',
    '/en/https:/evil.example/',
    '/en/javascript:alert(1)//',
    '/en/@evil.example',
    '/en/.evil.example/',
    '/hi//evil.example/',
    '//lotto.example@evil.example/',
    '//lotto.example:80@evil.example/',
    '/;@evil.example/',
    '/?//evil.example/',
    '//?url=https://evil.example',
    '//faq?next=//evil.example',
    '//evil%E3%80%82example/',
    '//[::1]/',
    '//%00evil.example/',
    '/./%2e%2e//evil.example/',
    'https://evil.example/en/faq',
  ])('never points to another site: %s', async (path) => {
    const said = await raw(`GET ${path}`);
    expect([200, 301, 400, 404]).toContain(statusOf(said));
    const location = locationOf(said) ?? '/';
    expect(location).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
    expect(new URL(location, siteUrl).origin).toBe(siteUrl);
  });

  it.each([
    '//faq?a=%0d%0aSet-Cookie:%20evil=1',
    '//faq?a=%0aSet-Cookie:%20evil=1',
    '//faq%0d%0aSet-Cookie:%20evil=1',
    '//faq%0aSet-Cookie:%20evil=1',
    '//faq/%e5%98%8a%e5%98%8dSet-Cookie:%20evil=1',
    '//faq?a=\u00e5\u0098\u008a\u00e5\u0098\u008dSet-Cookie:evil=1',
    '//faq?a=\tSet-Cookie:evil=1',
    '//faq?a=\fSet-Cookie:evil=1',
    '//faq?a=\u0000Set-Cookie:evil=1',
    '//faq?a=\u007fSet-Cookie:evil=1',
    '/results?game=keno&cursor=%0d%0aSet-Cookie:%20evil=1',
    '/results?game=keno&cursor=x&from=%0d%0aSet-Cookie:%20evil=1',
    '/results/golden-keno%0d%0aSet-Cookie:%20evil=1',
  ])('never contains a header or a second response that the URL injects: %s', async (path) => {
    const said = await askRaw(
      site.origin,
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, 'latin1'),
    );
    expect([301, 302, 400, 404, 422]).toContain(statusOf(said));
    expect(said).not.toMatch(/^set-cookie/im);
    expect(said.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
    expect(locationOf(said) ?? '/').toMatch(/^\/[\x21-\x7e]*$/);
  });
});

describe('client file server', () => {
  const climbs = [
    '..',
    '%2e%2e',
    '.%2e',
    '..%2f..',
    '%2e%2e%2f%2e%2e',
    '..%5c..',
    '..%252f..',
    '%c0%ae%c0%ae',
    '..;',
    '....//..',
    '%u002e%u002e',
    '..%00',
    '..%ef%bc%8f..',
  ];
  const wanted = [
    'package.json',
    '.vite/manifest.json',
    'client-ssr/entry-server.js',
    'server/main.js',
    'etc/passwd',
    '.env',
    '.git/config',
  ];

  it('never returns a file outside the client folder, no matter how a parent folder is spelled', async () => {
    for (const folder of ['/assets', '/symbols', '']) {
      for (const climb of climbs) {
        for (const file of wanted) {
          const path = `${folder}/${`${climb}/`.repeat(3)}${file}`;
          const said = await raw(`GET ${path}`);
          expect([301, 400, 404], path).toContain(statusOf(said));
          expect(said, path).not.toMatch(/"dependencies"|"isEntry"|root:|\[core\]|createDocument/);
        }
      }
    }
  });

  it.each([
    '/.vite/manifest.json',
    '/assets/.vite/manifest.json',
    '/.env',
    '/.git/config',
    '/assets/.hidden',
    '/assets/%2ehidden',
    '/assets/',
    '/assets',
    '/assets/.',
    '/package.json',
    '/server/main.js',
    '/node_modules/fastify/package.json',
    '/favicon.svg/',
    '/favicon.svg/x',
    '/favicon.svg%00',
    '/favicon.svg::$DATA',
    '/FAVICON.SVG',
    '/healthz/..;/metrics',
    '/metrics',
    '/purge',
  ])('answers a hostile path with 301, 400 or 404, and never with a file: %s', async (path) => {
    expect([301, 400, 404]).toContain(statusOf(await raw(`GET ${path}`)));
  });
});

describe('request with an unsupported method', () => {
  it.each([
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PURGE',
    'PROPFIND',
    'MKCOL',
    'SEARCH',
    'LINK',
  ])('gets a 400, or a 405 with the list of supported methods: %s', async (method) => {
    for (const path of ['/', '/faq', '/robots.txt', '/events', '/healthz', '/account', '/nowhere', '/%zz']) {
      const said = await raw(`${method} ${path}`, 'X-Evil: evil', 'Cookie: session=evil');
      expect([400, 405], path).toContain(statusOf(said));
      expect(said, path).not.toContain('evil');
      expect(headOf(said), path).toMatch(/^cache-control: no-store\r?$/im);
      expect(statusOf(said) === 405 && !/^allow: GET, HEAD\r?$/im.test(headOf(said)), path).toBe(false);
    }
  });

  it('is rejected before its body is read', async () => {
    for (const type of [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=a',
      'text/xml',
    ]) {
      const { hostname, port } = new URL(site.origin);
      const said = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), hostname);
        let text = '';
        socket.on('data', (piece: Buffer) => {
          text += piece.toString('latin1');
        });
        socket.on('error', reject);
        // The server must close the connection without waiting for the other 999,999 bytes of the body.
        socket.on('end', () => {
          socket.destroy();
          resolve(text);
        });
        socket.write(
          `POST /faq HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n{`,
        );
      });
      expect(statusOf(said), type).toBe(405);
    }
  });

  it('never opens a tunnel, even for CONNECT', async () => {
    const said = await askRaw(
      site.origin,
      'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n\r\nSSH-2.0-evil\r\n',
    ).catch(() => '');
    expect(statusOf(said)).not.toBe(200);
    expect(said).not.toContain('SSH');
  });
});

describe('query parameter names', () => {
  it('never modify a JavaScript prototype', async () => {
    const names = [
      '__proto__[evil]',
      '__proto__.evil',
      'constructor[prototype][evil]',
      'constructor.prototype.evil',
      '__proto__',
    ];
    for (const path of [
      '/',
      '/results',
      '/results?game=keno',
      '/games',
      '/blogs',
      '/robots.txt',
      '/environment/boot_config.json',
    ]) {
      const before = await ask(site.origin, path);
      for (const name of names) {
        const after = await ask(
          site.origin,
          `${path}${path.includes('?') ? '&' : '?'}${name}=evil&${encodeURIComponent(name)}=evil`,
        );
        expect(after.text === before.text, `${path} ${name}`).toBe(true);
      }
    }
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      for (const path of [
        `/${name}`,
        `/games/${name}`,
        `/results/${name}`,
        `/results/${name}/1`,
        `/blogs/${name}`,
        `/promotions/${name}`,
        `/locale/${name}.json`,
        `/games?game=${name}`,
        `/blogs?blog=${name}`,
        `/${name}/faq`,
      ])
        expect((await ask(site.origin, path)).status, path).toBe(404);
      expect((await ask(site.origin, `/results?game=${name}`)).status, name).toBe(422);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Reflect.get({}, 'evil')).toBeUndefined();
  });
});

it('the home page is unchanged after all attacks', async () => {
  expect((await ask(site.origin, '/')).text === home).toBe(true);
});
