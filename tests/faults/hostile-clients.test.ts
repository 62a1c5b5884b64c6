import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask, askRaw } from '../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { startSite, type TestSite } from '../helpers/site.ts';

const NOW = new Date('2026-11-21T12:02:00Z');
const patience = { timeout: 40_000, interval: 100 };
let platform: TestPlatform;
let site: TestSite;
const sockets: Socket[] = [];

/** What an honest visitor asks for all the time: a page, data, a file of the routes. */
const known = new Map<string, string>();

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
  // Clients and site share a process here: it is busier than a site of its own would be.
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

/** One connection, kept; what it gets must be right each time. */
const honestVisitor = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = new URL(site.origin);
  const get = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', path, agent }, (response) => {
        let text = String(response.statusCode === 200 ? '' : response.statusCode);
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          text += piece;
        });
        response.on('error', reject);
        response.on('end', () => resolve(text));
      });
      asked.on('error', reject);
      asked.end();
    });
  return { get, leave: () => agent.destroy() };
};

/** Does something hostile while an honest visitor goes on asking; gives what it gave. */
const meanwhile = async <T>(hostile: () => Promise<T>): Promise<T> => {
  const visitor = honestVisitor();
  const over = new AbortController();
  const visit = async (): Promise<number> => {
    let rounds = 0;
    for (; !over.signal.aborted || rounds === 0; rounds++)
      for (const [path, text] of known) expect(await visitor.get(path), path).toBe(text);
    return rounds;
  };
  const visiting = visit();
  try {
    return await hostile();
  } finally {
    over.abort();
    expect(await visiting).toBeGreaterThan(0);
    visitor.leave();
  }
};

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
    // Unread, the end would never be noticed.
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

const connections = async (): Promise<number> => {
  const { text } = await ask(site.opsOrigin, '/metrics');
  return Number(/^golden_lotto_open_connections (\d+)/m.exec(text)?.[1]);
};

describe('clients that take their time', () => {
  it('are shown out where they say a byte a second, or stop in the middle of a word', async () => {
    const head = 'GET /faq HTTP/1.1\r\nHost: a\r\nX-Slow: '.padEnd(200, 'a');
    const slow = await openMany(60);
    const silent = await openMany(60);
    const halfClosed = await openMany(60);
    for (const socket of silent) socket.write(head);
    await expect.poll(connections, patience).toBeGreaterThanOrEqual(180);
    // Nothing more will come from these: there is nothing to wait for.
    for (const socket of halfClosed) socket.end(head);
    let at = 0;
    const timer = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write(head[at % head.length] ?? 'a');
      at++;
    }, 1000);
    await meanwhile(() => Promise.all([...slow, ...silent, ...halfClosed].map(closed)));
    clearInterval(timer);
    await expect.poll(connections, patience).toBeLessThan(10);
  });

  it('are not waited for where they read nothing, and their unread answers are not heaped up', async () => {
    const before = heldBytes();
    const deaf = await openMany(40);
    const asked = 'GET /?unread HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2000);
    for (const socket of deaf) socket.pause().write(asked);
    await meanwhile(() => expect.poll(connections, patience).toBeGreaterThanOrEqual(40));
    // Each answer in memory of its own would be 3 GB.
    expect(heldBytes() - before).toBeLessThan(400 * 1024 * 1024);
    for (const socket of deaf) socket.destroy();
    await expect.poll(connections, patience).toBeLessThan(10);
  });
});

describe('clients in a hurry', () => {
  it('get each of 10,000 answers that they asked for in one breath, in order', async () => {
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
    await meanwhile(async () => {
      socket.write(requests.join(''));
      await closed(socket);
    });
    const expected = requests.map((text) => statuses[paths.findIndex((path) => text.includes(` ${path} `))]);
    expect(found).toEqual(expected);
  });
});

describe('what is no honest HTTP', () => {
  /** Would be answered with 404 and its own name, were it taken for a request of its own. */
  const hidden = 'GET /hidden-request HTTP/1.1\r\nHost: b\r\n\r\n';
  const chunkedGet = 'GET /faq HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n';
  const refused: [string, string][] = [
    ['a length beside chunks', `${chunkedGet}Content-Length: 4\r\n\r\n0\r\n\r\n${hidden}`],
    [
      'chunks beside a length',
      `POST /faq HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'two lengths',
      `GET /faq HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 40\r\n\r\n${hidden}`,
    ],
    ['a length with a sign', `GET /faq HTTP/1.1\r\nHost: a\r\nContent-Length: +40\r\n\r\n${hidden}`],
    ['a length in hexadecimal', `GET /faq HTTP/1.1\r\nHost: a\r\nContent-Length: 0x28\r\n\r\n${hidden}`],
    ['lengths in a list', `GET /faq HTTP/1.1\r\nHost: a\r\nContent-Length: 0, 40\r\n\r\n${hidden}`],
    [
      'a coding that is not the last',
      `POST /faq HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'a coding that nobody knows',
      `POST /faq HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'a coding after a vertical tab',
      `POST /faq HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    ['a space before the colon', `GET /faq HTTP/1.1\r\nHost: a\r\nContent-Length : 40\r\n\r\n${hidden}`],
    ['a header with no name', `GET /faq HTTP/1.1\r\nHost: a\r\n: 40\r\n\r\n${hidden}`],
    ['a NUL in a header', `GET /faq HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n\r\n${hidden}`],
    ['a NUL in the address', `GET /faq\u0000 HTTP/1.1\r\nHost: a\r\n\r\n${hidden}`],
    ['a bare CR in a header', `GET /faq HTTP/1.1\r\nHost: a\r\nX: a\rGET /hidden HTTP/1.1\r\n\r\n`],
    ['no host', `GET /faq HTTP/1.1\r\n\r\n${hidden}`],
    ['a version of its own', `GET /faq HTTP/3.7\r\nHost: a\r\n\r\n${hidden}`],
    ['HTTP/2 by force', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`],
    ['a method in small letters', `get /faq HTTP/1.1\r\nHost: a\r\n\r\n${hidden}`],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
    ['a header of 64 kB', `GET /faq HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(65_536)}\r\n\r\n${hidden}`],
    ['40 kB of headers', `GET /faq HTTP/1.1\r\nHost: a\r\n${'X: a\r\n'.repeat(6700)}\r\n${hidden}`],
  ];

  it.each(refused)('is refused once, and hides no further request: %s', async (_name, bytes) => {
    const said = await meanwhile(() => askRaw(site.origin, Buffer.from(bytes, 'latin1')));
    expect(said.match(/HTTP\/1\.[01] \d{3} /g)).toEqual([expect.stringMatching(/ 4\d\d /)]);
    expect(said.toLowerCase()).toContain('connection: close');
  });

  /** Its head is honest and enough for an answer; what comes after it is no body, and no request either. */
  const answered: [string, string][] = [
    ['a chunk of a size that is none', `${chunkedGet}\r\n-1\r\n\r\n0\r\n\r\n${hidden}`],
    ['a chunk of a size beyond all', `${chunkedGet}\r\nffffffffffffffffff\r\n\r\n0\r\n\r\n${hidden}`],
    ['HTTP/0.9', `GET /faq\r\n\r\n${hidden}`],
  ];
  it.each(answered)(
    'is answered by its head at most, and hides no further request: %s',
    async (_name, bytes) => {
      const said = await meanwhile(() => askRaw(site.origin, bytes));
      expect(said.match(/HTTP\/1\.[01] \d{3} /g)).toHaveLength(1);
      expect(said).not.toContain('hidden-request');
    },
  );

  /** Odd, but with one meaning: what follows is a request of its own. */
  const allowed: [string, string, number[]][] = [
    ['a body on GET', 'GET /faq HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nGET /', [200]],
    ['chunks on GET', `${chunkedGet}\r\n5\r\nGET /\r\n0\r\n\r\n`, [200]],
    ['an address with its host', 'GET http://evil.example/faq HTTP/1.1\r\nHost: a\r\n\r\n', [400, 404]],
    ['HTTP/1.0 that stays', 'GET /faq HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', [200]],
    ['empty lines before', '\r\n\r\nGET /faq HTTP/1.1\r\nHost: a\r\n\r\n', [200]],
  ];
  it.each(allowed)('is read in one way alone where it may be said: %s', async (_name, bytes, statuses) => {
    const next = 'GET /robots.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const said = await meanwhile(() => askRaw(site.origin, `${bytes}${next}`));
    const found = [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    expect(statuses).toContain(found[0]);
    expect(found.slice(1)).toEqual([200]);
    expect(said).toContain('User-agent: *');
  });
});
