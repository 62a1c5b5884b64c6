import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readSiteConfig } from '../../../server/config/site-config.ts';
import { menuPaths } from '../../../server/pages/frame.ts';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import type { Program } from '../../helpers/program.ts';
import { operatorEnv, spawnSite } from '../../helpers/site-process.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

const config = readSiteConfig('config');
const NOW = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let proxy: UpstreamProxy;
const running: Program[] = [];
const spawned = (env: Record<string, string>): Program => {
  const site = spawnSite(env);
  running.push(site);
  return site;
};

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
});
afterEach(async () => {
  for (const site of running.splice(0)) await site.signal('SIGKILL');
  proxy.treat(() => 'pass');
});
afterAll(async () => {
  await proxy?.close();
  await platform?.stop();
});

describe('site with invalid configuration', () => {
  const { PLATFORM_URL: _url, ...noPlatform } = operatorEnv('http://127.0.0.1:9');
  const complete = operatorEnv('http://127.0.0.1:9');
  const wrong: [string, Record<string, string>][] = [
    ['PLATFORM_URL', noPlatform],
    ['PLATFORM_URL', { ...complete, PLATFORM_URL: 'ftp://platform.example' }],
    ['PURGE_TOKEN', { ...complete, PURGE_TOKEN: 'short' }],
  ];

  it('reports the invalid variable in one line and exits with 78', async () => {
    const outcomes = await Promise.all(
      wrong.map(async ([, env]) => {
        const site = spawned(env);
        const { code } = await site.ended;
        return { code, output: site.output() };
      }),
    );
    for (const [index, { code, output }] of outcomes.entries()) {
      const [name = ''] = wrong[index] ?? [];
      expect(output).toMatch(new RegExp(`^The site does not start: ${name} [^\n]+\n$`));
      expect(output).not.toContain(testKeys.hash);
      expect(code, output).toBe(78);
    }
  });

  it('reports in one line that its port is already in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const site = spawned({ ...complete, PORT: port, LOG_LEVEL: 'silent' });
    const { code } = await site.ended;
    expect(site.output()).toMatch(/^The site does not start: [^\n]*EADDRINUSE[^\n]*\n$/);
    expect(code).toBe(1);
    await new Promise((resolve) => taken.close(resolve));
  });
});

describe('site process', () => {
  it('is ready when the pages of the menu bar are cached, then loads the pages of all menus, and finishes open requests on SIGTERM', async () => {
    const mayAnswer = Promise.withResolvers<void>();
    proxy.treat(({ url }) => (url.includes('/promotions.json') ? { after: mayAnswer.promise } : 'pass'));
    const site = spawned(operatorEnv(proxy.url));
    const [, origin = ''] = await site.waitForOutput(/Server listening at (http:[^"]+)"/);
    await expect.poll(() => proxy.count('/promotions.json'), { timeout: 20_000 }).toBeGreaterThan(0);
    expect((await ask(origin, '/readyz')).status).toBe(503);
    expect((await ask(origin, '/healthz')).status).toBe(200);
    mayAnswer.resolve();
    const [, opsPort] = await site.waitForOutput(/"opsPort":(\d+)/);
    const opsOrigin = `http://127.0.0.1:${opsPort}`;
    expect((await ask(origin, '/readyz')).status).toBe(200);
    expect((await ask(opsOrigin, '/readyz')).status).toBe(200);
    const isHit = async (path: string) =>
      expect((await ask(origin, path)).headers['cache-status']).toContain('; hit;');
    await isHit('/promotions');
    const keptPages = async () =>
      Number(/cache_entries\{cache="pages"\} (\d+)/.exec((await ask(opsOrigin, '/metrics')).text)?.[1]);
    await expect.poll(keptPages, { timeout: 20_000 }).toBe(menuPaths(config).length);
    const upstream = proxy.count('/faq.json');
    await isHit('/faq');
    expect(proxy.count('/faq.json')).toBe(upstream);

    const mayEnd = Promise.withResolvers<void>();
    proxy.treat(({ body }) => (body.includes('2026-11-18') ? { after: mayEnd.promise } : 'pass'));
    const begun = ask(origin, '/results?from=2026-11-18&to=2026-11-19');
    const stream = await fetch(`${origin}/events`);
    const reader = stream.body?.getReader();
    await reader?.read();
    await expect.poll(() => proxy.seen.some(({ body }) => body.includes('2026-11-18'))).toBe(true);
    void site.signal('SIGTERM');
    // The site ends the event stream without waiting for the open request, so that the browser reconnects to another
    // instance.
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read());
    await expect.poll(() => ask(origin, '/readyz').catch(() => 'turned away')).toBe('turned away');
    mayEnd.resolve();
    const answer = await begun;
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('</html>');
    expect(await site.ended).toEqual({ code: 0, signal: null });
    expect(site.output()).not.toMatch(/"level":(?:50|60)/);
  });

  it('becomes ready only when the platform is up', async () => {
    await proxy.down();
    const site = spawned(operatorEnv(proxy.url));
    const [, origin = ''] = await site.waitForOutput(/Server listening at (http:[^"]+)"/);
    expect((await ask(origin, '/readyz')).status).toBe(503);
    await proxy.up();
    await site.waitForOutput(/the site is ready/);
    expect((await ask(origin, '/')).status).toBe(200);
    void site.signal('SIGINT');
    expect(await site.ended).toEqual({ code: 0, signal: null });
  });
});
