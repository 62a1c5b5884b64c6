import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask, askRaw } from '../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { startSite, type TestSite } from '../helpers/site.ts';
import { openConnections } from './site-metrics.ts';
import { withWellBehavedClient } from './well-behaved-client.ts';

const NOW = new Date('2026-11-21T12:02:00Z');
const patience = { timeout: 40_000, interval: 100 };
let platform: TestPlatform;
let site: TestSite;
const sockets: Socket[] = [];

/** Maps each path that the well-behaved client requests to the expected body. */
const known = new Map<string, string>();
const duringService = <T>(hostile: () => Promise<T>): Promise<T> =>
  withWellBehavedClient(site.origin, known, hostile);

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
  // Load shedding is off, because the clients and the site share one process. This process is busier than a real site.
  const env = { SHED_DELAY_MS: '0' };
  site = await startSite({ platform, env, clock: { now: () => NOW }, live: false, warm: false });
  for (const path of ['/', '/faq', '/results/latest.json', '/robots.txt'])
    known.set(path, (await ask(site.origin, path)).text);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const open = (onData: (piece: Buffer) => void = () => undefined): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(site.origin).port), host: '127.0.0.1' });
    sockets.push(socket);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
    // Read the data, because a socket with unread data emits no 'close' event.
    socket.on('data', onData);
  });
const openMany = (count: number) => Promise.all(Array.from({ length: count }, () => open()));
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });

const heldBytes = (): number => {
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
};

const connections = () => openConnections(site);

describe('a slow client', () => {
  it('is disconnected if it sends one byte per second or stops in the middle of a header', async () => {
    const head = 'GET /faq HTTP/1.1\r\nHost: a\r\nX-Slow: '.padEnd(200, 'a');
    const slow = await openMany(60);
    const silent = await openMany(60);
    const halfClosed = await openMany(60);
    for (const socket of silent) socket.write(head);
    await expect.poll(connections, patience).toBeGreaterThanOrEqual(180);
    // The half-closed clients close their side of the connection in the middle of a header.
    for (const socket of halfClosed) socket.end(head);
    let at = 0;
    const timer = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write(head[at % head.length] ?? 'a');
      at++;
    }, 1000);
    await duringService(() => Promise.all([...slow, ...silent, ...halfClosed].map(closed)));
    clearInterval(timer);
    await expect.poll(connections, patience).toBeLessThan(10);
  });

  it('cannot fill the server’s memory with unread answers', async () => {
    const before = heldBytes();
    const unread = await openMany(40);
    const asked = 'GET /?unread HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2000);
    for (const socket of unread) socket.pause().write(asked);
    await duringService(() => expect.poll(connections, patience).toBeGreaterThanOrEqual(40));
    // If the site kept a separate copy of each answer, the copies would need 3 GB of memory.
    expect(heldBytes() - before).toBeLessThan(400 * 1024 * 1024);
    for (const socket of unread) socket.destroy();
    await expect.poll(connections, patience).toBeLessThan(10);
  });
});

describe('a pipelining client', () => {
  it('receives all 10,000 answers in the order of the requests', async () => {
    const paths = ['/faq', '/robots.txt', '/no/such/page'];
    const statuses = ['304', '200', '404'];
    let said = '';
    const found: string[] = [];
    const socket = await open((piece) => {
      said += piece.toString('latin1');
      for (let match = /HTTP\/1\.1 (\d{3}) /.exec(said); match; match = /HTTP\/1\.1 (\d{3}) /.exec(said)) {
        found.push(match[1] ?? '');
        said = said.slice(match.index + match[0].length);
      }
      said = said.slice(-16);
    });
    const requests = Array.from({ length: 10_000 }, (_none, index) => {
      const isLast = index === 9999;
      const path = paths[index % 100 === 99 ? 1 + (Math.floor(index / 100) % 2) : 0];
      const more = path === '/faq' ? 'If-None-Match: *\r\n' : '';
      return `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}${isLast ? 'Connection: close\r\n' : ''}\r\n`;
    });
    await duringService(async () => {
      socket.write(requests.join(''));
      await closed(socket);
    });
    const expected = requests.map((text) => statuses[paths.findIndex((path) => text.includes(` ${path} `))]);
    expect(found).toEqual(expected);
  });
});

describe('a malformed or unusual HTTP request', () => {
  /** A smuggled request. If the site parsed this request, the response would be a 404 page that contains the path. */
  const hidden = 'GET /hidden-request HTTP/1.1\r\nHost: b\r\n\r\n';
  const chunkedGet = 'GET /faq HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n';
  const refused: [string, string][] = [
    ['Transfer-Encoding before Content-Length', `${chunkedGet}Content-Length: 4\r\n\r\n0\r\n\r\n${hidden}`],
    [
      'Content-Length before Transfer-Encoding',
      `POST /faq HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'two Content-Length headers',
      `GET /faq HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 40\r\n\r\n${hidden}`,
    ],
    ['a Content-Length with a sign', `GET /faq HTTP/1.1\r\nHost: a\r\nContent-Length: +40\r\n\r\n${hidden}`],
    ['a hexadecimal Content-Length', `GET /faq HTTP/1.1\r\nHost: a\r\nContent-Length: 0x28\r\n\r\n${hidden}`],
    ['a list in Content-Length', `GET /faq HTTP/1.1\r\nHost: a\r\nContent-Length: 0, 40\r\n\r\n${hidden}`],
    [
      'a coding after chunked',
      `POST /faq HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'an unknown transfer coding',
      `POST /faq HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'a transfer coding after a vertical tab',
      `POST /faq HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    ['a space before the colon', `GET /faq HTTP/1.1\r\nHost: a\r\nContent-Length : 40\r\n\r\n${hidden}`],
    ['a header without a name', `GET /faq HTTP/1.1\r\nHost: a\r\n: 40\r\n\r\n${hidden}`],
    ['a NUL in a header', `GET /faq HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n\r\n${hidden}`],
    ['a NUL in the URL', `GET /faq\u0000 HTTP/1.1\r\nHost: a\r\n\r\n${hidden}`],
    ['a bare CR in a header', `GET /faq HTTP/1.1\r\nHost: a\r\nX: a\rGET /hidden HTTP/1.1\r\n\r\n`],
    ['no Host header', `GET /faq HTTP/1.1\r\n\r\n${hidden}`],
    ['an unknown HTTP version', `GET /faq HTTP/3.7\r\nHost: a\r\n\r\n${hidden}`],
    ['an HTTP/2 preface', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`],
    ['a lower-case method', `get /faq HTTP/1.1\r\nHost: a\r\n\r\n${hidden}`],
    ['a TLS handshake', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
    ['a header of 64 kB', `GET /faq HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(65_536)}\r\n\r\n${hidden}`],
    ['40 kB of headers', `GET /faq HTTP/1.1\r\nHost: a\r\n${'X: a\r\n'.repeat(6700)}\r\n${hidden}`],
  ];

  it.each(refused)(
    'is rejected with one answer and cannot smuggle a second request: %s',
    async (_name, bytes) => {
      const said = await duringService(() => askRaw(site.origin, Buffer.from(bytes, 'latin1')));
      expect(said.match(/HTTP\/1\.[01] \d{3} /g)).toEqual([expect.stringMatching(/ 4\d\d /)]);
      expect(said.toLowerCase()).toContain('connection: close');
    },
  );

  /**
   * Requests with valid heads but invalid bodies. The site may answer them, but must not read the bytes after the head
   * as a second request.
   */
  const answered: [string, string][] = [
    ['an invalid chunk size', `${chunkedGet}\r\n-1\r\n\r\n0\r\n\r\n${hidden}`],
    ['an oversized chunk size', `${chunkedGet}\r\nffffffffffffffffff\r\n\r\n0\r\n\r\n${hidden}`],
    ['HTTP/0.9', `GET /faq\r\n\r\n${hidden}`],
  ];
  it.each(answered)(
    'gets exactly one answer and cannot smuggle a second request: %s',
    async (_name, bytes) => {
      const said = await duringService(() => askRaw(site.origin, bytes));
      expect(said.match(/HTTP\/1\.[01] \d{3} /g)).toHaveLength(1);
      expect(said).not.toContain('hidden-request');
    },
  );

  /**
   * Requests that are unusual but unambiguous. The site must answer each of them, and also the next request on the same
   * connection.
   */
  const allowed: [string, string, number[]][] = [
    ['a GET request with a body', 'GET /faq HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nGET /', [200]],
    ['a chunked GET request', `${chunkedGet}\r\n5\r\nGET /\r\n0\r\n\r\n`, [200]],
    ['an absolute URL', 'GET http://evil.example/faq HTTP/1.1\r\nHost: a\r\n\r\n', [400, 404]],
    ['HTTP/1.0 with keep-alive', 'GET /faq HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', [200]],
    ['empty lines before the request', '\r\n\r\nGET /faq HTTP/1.1\r\nHost: a\r\n\r\n', [200]],
  ];
  it.each(allowed)(
    'is answered if it is unambiguous, and the next request on the same connection is answered too: %s',
    async (_name, bytes, statuses) => {
      const next = 'GET /robots.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
      const said = await duringService(() => askRaw(site.origin, `${bytes}${next}`));
      const found = [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      expect(statuses).toContain(found[0]);
      expect(found.slice(1)).toEqual([200]);
      expect(said).toContain('User-agent: *');
    },
  );
});
