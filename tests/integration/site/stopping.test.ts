import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { openStream } from '../../helpers/browser-stream.ts';
import { ask, askRaw } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { purgeToken } from '../../helpers/site.ts';
import { operatorEnv, spawnSite } from '../../helpers/site-process.ts';
import { startUpstreamProxy } from '../../helpers/upstream-proxy.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(async () => {
  await platform?.stop();
});

/** Starts a site, and a proxy between the site and the platform. Site and proxy stop at the end of the test. */
async function start({ onTestFinished }: TestContext, env: Record<string, string> = {}) {
  const proxy = await startUpstreamProxy(platform.url);
  const site = spawnSite({ ...operatorEnv(proxy.url), ...env });
  const agents: Agent[] = [];
  onTestFinished(async () => {
    for (const agent of agents) agent.destroy();
    await site.signal('SIGKILL');
    await proxy.close();
  });
  const [, port, opsPort] = await site.waitForOutput(/"port":(\d+),"opsPort":(\d+)/);
  return {
    site,
    proxy,
    agents,
    origin: `http://127.0.0.1:${port}`,
    opsOrigin: `http://127.0.0.1:${opsPort}`,
  };
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  length: number;
  /** Whether the connection had already carried an earlier request. */
  reused: boolean;
}

/** Creates a client with one keep-alive connection and no retries. */
function keepingClient(origin: string, agents: Agent[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  const { hostname, port } = new URL(origin);
  return (path: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asked = request({ hostname, port, path, agent }, (response) => {
        let length = 0;
        response.on('data', (piece: Buffer) => {
          length += piece.length;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            length,
            reused: asked.reusedSocket,
          }),
        );
      });
      asked.on('error', reject);
      asked.end();
    });
}

const failureOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

// The tests run concurrently to save time, because they mostly wait.
describe.concurrent('running site', () => {
  it('stops without a failed request, even if it gets a second signal and its supervisor exits', async (context) => {
    const { site, proxy, agents, origin, opsOrigin } = await start(context, { SHUTDOWN_DELAY_MS: '3000' });
    const idle = Array.from({ length: 4 }, () => keepingClient(origin, agents));
    for (const client of idle) expect((await client('/faq')).status).toBe(200);
    const stream = await openStream(`${origin}/events`);
    let answered = 0;
    /** Sends requests without a pause until the connection is refused. */
    const busy = async (paths: string[]): Promise<string> => {
      const client = keepingClient(origin, agents);
      for (let count = 0; ; count++) {
        try {
          const { status, length } = await client(paths[count % paths.length] ?? '/');
          if (status !== 200 || length === 0) return `status ${status}`;
          answered++;
        } catch (error) {
          return failureOf(error);
        }
      }
    };
    const clients = ['/', '/faq', '/results', '/results/latest.json', '/robots.txt'].map((path) =>
      busy([path, '/faq']),
    );
    await expect.poll(() => answered).toBeGreaterThan(50);
    // The slow request is sent last, because the site waits only a few seconds for its platform.
    const mayEnd = Promise.withResolvers<void>();
    proxy.treat(({ body }) => (body.includes('2026-11-18') ? { after: mayEnd.promise } : 'pass'));
    const begun = ask(origin, '/results?from=2026-11-18&to=2026-11-19');
    await expect.poll(() => proxy.seen.some(({ body }) => body.includes('2026-11-18'))).toBe(true);

    void site.signal('SIGTERM');
    // Load balancers first receive a 503. Until the shutdown delay ends, the site still answers requests, even on new
    // connections.
    await expect.poll(async () => (await ask(opsOrigin, '/readyz')).status).toBe(503);
    expect((await ask(origin, '/readyz')).status).toBe(503);
    void site.signal('SIGINT');
    site.disconnect();
    expect((await ask(origin, '/faq')).status).toBe(200);
    // After the delay the site sends a random reconnection time on each event stream, and ends the stream.
    await stream.ended;
    expect(stream.retryMs).toBeGreaterThanOrEqual(500);
    expect(stream.retryMs).toBeLessThanOrEqual(5000);
    for (const client of idle) {
      const { status, headers, reused } = await client('/faq');
      expect([status, reused, headers.connection]).toEqual([200, true, 'close']);
    }
    mayEnd.resolve();
    const finished = await begun;
    expect(finished.status).toBe(200);
    expect(finished.text).toContain('</html>');
    expect(finished.headers.connection).toBe('close');
    // The last response on each connection announced that the site would close the connection. Therefore each client
    // opened a new connection, which was refused. No connection was reset.
    expect(new Set(await Promise.all(clients))).toEqual(new Set(['ECONNREFUSED']));
    expect(await site.ended).toEqual({ code: 0, signal: null });
  });

  it('exits on SIGTERM even while a client keeps its connection open', async (context) => {
    const { site, proxy, origin } = await start(context);
    const { hostname, port } = new URL(origin);
    const half = connect(Number(port), hostname);
    half.on('error', () => undefined);
    half.write('GET / HTTP/1.1\r\nHost: x\r\n');
    const unread = connect(Number(port), hostname);
    unread.on('error', () => undefined);
    unread.write('GET /faq HTTP/1.1\r\nHost: x\r\n\r\n');
    unread.pause();
    proxy.treat(() => 'hang');
    const waiting = ask(origin, '/results?from=2026-11-17&to=2026-11-19').catch(() => null);
    await expect.poll(() => proxy.seen.some(({ body }) => body.includes('2026-11-17'))).toBe(true);
    void site.signal('SIGTERM');
    expect(await site.ended).toEqual({ code: 0, signal: null });
    await waiting;
    half.destroy();
    unread.destroy();
  });

  it('never writes a secret to its output', async (context) => {
    const cdnToken = 'the-token-of-the-cdn-0123456789';
    const { site, proxy, origin, opsOrigin } = await start(context, {
      LOG_LEVEL: 'trace',
      CDN_PURGE_URL: 'http://127.0.0.1:9/purge',
      CDN_PURGE_TOKEN: cdnToken,
      PLATFORM_SIGNING: 'hmac',
    });
    const purge = (body: string) =>
      ask(opsOrigin, '/purge', { method: 'POST', headers: { authorization: `Bearer ${purgeToken}` }, body });
    for (const treatment of ['pass', 'fail', 'cut'] as const) {
      proxy.treat(() => treatment);
      await purge('{"tags":["results","cms:faq"]}');
      for (const path of ['/', '/faq', '/results?from=2026-11-16&to=2026-11-17', '/no/such/page', '/%zz'])
        await ask(origin, path, { headers: { cookie: 'session=the-cookie-of-a-player' } });
    }
    await purge('no JSON');
    await ask(opsOrigin, '/purge', {
      method: 'POST',
      headers: { authorization: `Bearer ${purgeToken}-not` },
    });
    await askRaw(origin, 'NONSENSE\r\n\r\n');
    await site.waitForOutput(/tags could not be purged at the CDN/);
    await site.signal('SIGTERM');
    const output = site.output();
    expect(output).toContain('"msg":"answered"');
    for (const secret of [testKeys.apiKey, testKeys.hash, purgeToken, cdnToken, 'the-cookie-of-a-player'])
      expect(output).not.toContain(secret);
  });
});
