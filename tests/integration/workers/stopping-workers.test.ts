import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { operatorEnv, spawnSite } from '../../helpers/site-process.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

/**
 * `reset` means that the connection was reset before the first byte of an answer. `unanswered` means that the
 * connection ended in another way without a complete answer.
 */
type Outcome = 'open' | 'answered' | 'unanswered' | 'reset' | 'refused';

let platform: TestPlatform;
let proxy: UpstreamProxy;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
});
afterAll(async () => {
  await proxy?.close();
  await platform?.stop();
});

const request = 'GET /blogs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/** Sends one request on a new connection. */
const visit = async (port: number): Promise<Outcome> => {
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let said = '';
  let code: string | undefined;
  socket.on('data', (piece: Buffer) => {
    said += piece.toString('latin1');
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    code = error.code;
  });
  socket.write(request);
  await closed;
  if (said.startsWith('HTTP/1.1 200 ') && said.trimEnd().endsWith('</html>')) return 'answered';
  if (code === 'ECONNREFUSED') return 'refused';
  // A reset after the first byte of an answer counts as `unanswered`, because the site had accepted the connection.
  return said === '' && (code === 'ECONNRESET' || code === 'EPIPE') ? 'reset' : 'unanswered';
};

/** Sends requests on new connections, several at a time, until the port refuses a connection. */
const requestUntilRefused = (port: number, atATime: number): Outcome[] => {
  const outcomes: Outcome[] = [];
  const requestRepeatedly = async (): Promise<void> => {
    while (!outcomes.includes('refused')) {
      const index = outcomes.push('open') - 1;
      outcomes[index] = await visit(port);
    }
  };
  for (let count = 0; count < atATime; count++) void requestRepeatedly();
  return outcomes;
};

/** Opens a connection that stays idle after one answer. `ended` resolves when the connection is closed. */
const idle = async (port: number): Promise<{ ended: Promise<unknown> }> => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  await once(socket, 'data');
  socket.resume();
  return { ended };
};

/**
 * Sends requests on one connection, one after another, until an answer closes the connection. Returns the status codes
 * of the answers.
 */
const requestUntilClosed = async (port: number): Promise<Set<number | undefined>> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses = new Set<number | undefined>();
  let isKept = true;
  while (isKept) {
    const [answer]: IncomingMessage[] = await once(
      get({ port, host: '127.0.0.1', path: '/blogs', agent }),
      'response',
    );
    if (!answer) break;
    answer.resume();
    await once(answer, 'end');
    statuses.add(answer.statusCode);
    isKept = answer.headers.connection !== 'close';
  }
  agent.destroy();
  return statuses;
};

describe('site with two workers that is stopped under load', () => {
  it('answers every accepted connection, even if it gets a second signal and its supervisor exits', async () => {
    const site = spawnSite({ ...operatorEnv(proxy.url), WEB_CONCURRENCY: '2', SHUTDOWN_DELAY_MS: '0' });
    try {
      const [, portText = ''] = await site.waitForOutput(/"port":(\d+),"opsPort":(\d+),"workers":2/);
      const port = Number(portText);
      const before = proxy.seen.length;
      const mayEnd = Promise.withResolvers<void>();
      proxy.treat(({ body }) => (body.includes('2026-11-18') ? { after: mayEnd.promise } : 'pass'));
      const outcomes = requestUntilRefused(port, 64);
      const idleOnes = await Promise.all(Array.from({ length: 4 }, () => idle(port)));
      const stays = Array.from({ length: 8 }, () => requestUntilClosed(port));
      await expect
        .poll(() => outcomes.filter((outcome) => outcome === 'answered').length)
        .toBeGreaterThan(500);
      // A slow request keeps the site running. Otherwise the site would exit, and the operating system would also close
      // the connections that the site failed to close. The request is sent last, because the site waits only a few
      // seconds for its platform.
      const slow = ask(`http://127.0.0.1:${port}`, '/results?from=2026-11-18&to=2026-11-19');
      await expect
        .poll(() => proxy.seen.slice(before).some(({ body }) => body.includes('2026-11-18')))
        .toBe(true);

      void site.signal('SIGTERM');
      void site.signal('SIGINT');
      site.disconnect();
      await expect.poll(() => outcomes.includes('refused')).toBe(true);
      await expect
        .poll(() => outcomes.filter((outcome) => outcome === 'open').length, { timeout: 5000 })
        .toBe(0);
      for (const statuses of await Promise.all(stays)) expect(statuses).toEqual(new Set([200]));
      for (const { ended } of idleOnes) await ended;
      expect(outcomes).not.toContain('unanswered');
      // When the port closes, the kernel resets the connections that no process has accepted. The kernel queues
      // connections in order, so all connections before the last answered connection were accepted.
      const accepted = outcomes.slice(0, outcomes.lastIndexOf('answered'));
      expect(new Set(accepted)).toEqual(new Set(['answered']));
      mayEnd.resolve();
      expect((await slow).status).toBe(200);
      expect(await site.ended).toEqual({ code: 0, signal: null });
    } finally {
      await site.signal('SIGKILL');
    }
  });
});
