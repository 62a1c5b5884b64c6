import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { type Program, startProgram } from '../../helpers/program.ts';
import { purgeToken } from '../../helpers/site.ts';
import { operatorEnv, spawnSite } from '../../helpers/site-process.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

const connectionsPerWorker = 20;
const NOW = new Date('2026-11-21T12:02:00Z');

let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: Program;
let origin = '';
let opsOrigin = '';
let workers: number[] = [];

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  site = spawnSite({
    ...operatorEnv(proxy.url),
    WEB_CONCURRENCY: '2',
    MAX_CONNECTIONS: String(connectionsPerWorker),
  });
  const [, port, opsPort] = await site.waitForOutput(/"port":(\d+),"opsPort":(\d+),"workers":2/);
  origin = `http://127.0.0.1:${port}`;
  opsOrigin = `http://127.0.0.1:${opsPort}`;
  workers = await readyWorkers(2);
});
afterAll(async () => {
  await site?.signal('SIGKILL');
  await proxy?.close();
  await platform?.stop();
});

const pidsOf = (output: string): number[] =>
  Array.from(output.matchAll(/"pid":(\d+)[^\n]*"worker ready"/g), ([, pid]) => Number(pid));
/**
 * Waits until the log contains this many `worker ready` lines, because lines can arrive late. Returns the process ids
 * of the workers.
 */
const readyWorkers = async (times: number): Promise<number[]> => {
  await site.waitForOutput(new RegExp(`(?:"worker ready"[^]*){${times}}`));
  return pidsOf(site.output());
};
const metrics = async (): Promise<string[]> => (await ask(opsOrigin, '/metrics')).text.split('\n');
const figure = (lines: readonly string[], name: string): number =>
  Number(lines.find((line) => line.startsWith(`golden_lotto_${name} `))?.split(' ')[1]);
const refusedSoFar = async (): Promise<number> => figure(await metrics(), 'connections_refused_total') || 0;
const purge = (tags: string[], hard = false) =>
  ask(opsOrigin, '/purge', {
    method: 'POST',
    headers: { authorization: `Bearer ${purgeToken}` },
    body: JSON.stringify({ tags, hard }),
  });

const acceptsConnections = async (at: string): Promise<boolean> => {
  const { hostname, port } = new URL(at);
  const socket = connect(Number(port), hostname);
  const isTaken = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isTaken;
};

describe('site with two workers', () => {
  it('serves one port and combines the metrics of both workers', async () => {
    expect(new Set(workers).size).toBe(2);
    const before = await metrics();
    for (let count = 0; count < 10; count++) expect((await ask(origin, '/blogs')).status).toBe(200);
    const after = await metrics();
    const hits = 'requests_total{route="page",cache="hit-fresh"}';
    expect(figure(after, hits) - (figure(before, hits) || 0)).toBe(10);
    expect(figure(after, 'workers{state="ready"}')).toBe(2);
    expect(figure(after, 'ready')).toBe(1);
    // The state of a circuit breaker is not summed over the workers.
    expect(figure(after, 'breaker_state{upstream="platform"}')).toBe(0);
    expect(after.some((line) => line.startsWith('golden_lotto_nodejs_eventloop_lag_p99_seconds '))).toBe(
      true,
    );
    expect((await ask(opsOrigin, '/readyz')).status).toBe(200);
  });

  it('closes connections beyond the limit of each worker', async () => {
    const before = await refusedSoFar();
    const { hostname, port } = new URL(origin);
    let closed = 0;
    const sockets = Array.from({ length: 2 * connectionsPerWorker + 10 }, () =>
      connect(Number(port), hostname)
        .on('error', () => undefined)
        .on('close', () => closed++)
        .resume(),
    );
    try {
      await expect.poll(() => closed).toBeGreaterThanOrEqual(10);
      await expect.poll(async () => (await refusedSoFar()) - before).toBeGreaterThanOrEqual(10);
      expect(figure(await metrics(), 'open_connections')).toBe(sockets.length - closed);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await expect.poll(async () => figure(await metrics(), 'open_connections')).toBe(0);
    expect((await ask(origin, '/blogs')).status).toBe(200);
  });

  it('confirms a purge after both workers have applied it', async () => {
    const before = proxy.count('/faq.json');
    proxy.treat(({ url }) =>
      url.includes('/faq.json')
        ? { change: (body) => body.replace('Choose a question', 'Choose a changed question') }
        : 'pass',
    );
    onTestFinished(() => proxy.treat(() => 'pass'));
    const { status, text } = await purge(['cms:faq'], true);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ workers: 2, confirmed: 2 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(origin, '/faq')));
    // Check only the text, not the cache status: a request after the reload gets the new page from the cache.
    for (const answer of answers) expect(answer.text).toContain('Choose a changed question');
    // Each of the two workers loaded the page's text from the platform again.
    expect(proxy.count('/faq.json') - before).toBe(2);
  });

  it('continues with one worker while the other is restarted', async () => {
    const [victim = 0] = workers;
    process.kill(victim, 'SIGKILL');
    await site.waitForOutput(/worker exited, starting another/);
    expect((await ask(opsOrigin, '/readyz')).status).toBe(503);
    for (let count = 0; count < 5; count++) expect((await ask(origin, '/blogs')).status).toBe(200);
    await expect
      .poll(async () => (await ask(opsOrigin, '/readyz')).status, { timeout: 30_000, interval: 100 })
      .toBe(200);
    workers = (await readyWorkers(3)).filter((pid) => pid !== victim);
    expect(workers).toHaveLength(2);
    expect(figure(await metrics(), 'worker_restarts_total')).toBe(1);
  });

  it('finishes open requests when it is stopped', async () => {
    const mayEnd = Promise.withResolvers<void>();
    proxy.treat(({ body }) => (body.includes('2026-11-19') ? { after: mayEnd.promise } : 'pass'));
    const begun = ['2026-11-18', '2026-11-19'].map((from) =>
      ask(origin, `/results?from=${from}&to=2026-11-19`),
    );
    await expect
      .poll(() => proxy.seen.filter(({ body }) => body.includes('2026-11-19')).length)
      .toBeGreaterThan(1);
    void site.signal('SIGTERM');
    await expect.poll(() => acceptsConnections(origin)).toBe(false);
    mayEnd.resolve();
    for (const answer of await Promise.all(begun)) expect(answer.status).toBe(200);
    expect(await site.ended).toEqual({ code: 0, signal: null });
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

it('a worker with an invalid configuration stops the whole site', async () => {
  const program = startProgram(['tests/helpers/failing-workers.ts'], {});
  expect(await program.ended).toEqual({ code: 78, signal: null });
  expect(program.output()).not.toContain('another is started');
});

it('a port that is already in use stops the whole site', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const env = { ...operatorEnv('http://127.0.0.1:9'), PORT: port, LOG_LEVEL: 'silent', WEB_CONCURRENCY: '2' };
  const refused = spawnSite(env);
  const { code } = await refused.ended;
  expect(refused.output()).toMatch(/^The site does not start: [^\n]*EADDRINUSE/);
  expect(code).toBe(1);
  await new Promise((resolve) => taken.close(resolve));
});
