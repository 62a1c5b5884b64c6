import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlatformEvents, type PlatformEvents } from '../../server/live/platform-events.ts';
import type { DrawEvent, ResultEvent } from '../../shared/contract/events.ts';
import { createRecordingLog } from '../helpers/recording-log.ts';
import { sampleResult } from '../helpers/sample-data.ts';

/** A connection to the event stream of a simulated platform. The test sends events on this connection. */
interface Connection {
  headers: IncomingHttpHeaders;
  say(text: string): void;
  disconnect(): void;
}

let server: Server;
let port = 0;
let connections: Connection[] = [];
let refuse: ((res: ServerResponse) => void) | null = null;
let events: PlatformEvents | null = null;

async function listen(onPort = 0): Promise<void> {
  server = createServer((req, res) => {
    if (refuse) return refuse(res);
    res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    res.write(': hello\n\n');
    connections.push({
      headers: req.headers,
      say: (text) => void res.write(text),
      disconnect: () => void res.socket?.resetAndDestroy(),
    });
  });
  await new Promise<void>((resolve) => server.listen(onPort, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
}
const kill = () =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

beforeEach(async () => {
  connections = [];
  refuse = null;
  await listen();
});
afterEach(async () => {
  await events?.stop();
  events = null;
  if (server.listening) await kill();
});

function start(times: { silenceMs?: number; pollMs?: number } = {}) {
  const results: { id: string | null; event: ResultEvent }[] = [];
  const draws: { id: string | null; event: DrawEvent }[] = [];
  const seen = { draws, resets: 0, polls: 0, results, failPolls: false };
  const { log, lines } = createRecordingLog();
  events = createPlatformEvents({
    origin: `http://127.0.0.1:${port}`,
    headers: () => ({ 'x-api-key': 'the-api-key' }),
    onResult: (event, id) => results.push({ id, event }),
    onDraw: (event, id) => draws.push({ id, event }),
    onReset: () => {
      seen.resets++;
    },
    poll: async () => {
      seen.polls++;
      if (seen.failPolls) throw new Error('platform is down');
    },
    log,
    random: () => 0.5,
    firstRetryMs: 5,
    pollMs: 10_000,
    ...times,
  });
  events.start();
  return { seen, lines, running: events };
}

const eventOf = (id: number | null, gameId = 'keno') => {
  const tags = ['results', `results:${gameId}`, 'upcoming', `upcoming:${gameId}`, 'winners'];
  const data = JSON.stringify({ tags, result: sampleResult({ gameId }) });
  return `${id === null ? '' : `id: ${id}\n`}event: result\ndata: ${data}\n\n`;
};
const connection = async (count: number): Promise<Connection> => {
  await expect.poll(() => connections.length, { timeout: 5000, interval: 5 }).toBeGreaterThanOrEqual(count);
  const found = connections[count - 1];
  if (!found) throw new Error('no connection');
  return found;
};
const until = (read: () => number, count: number) =>
  expect.poll(read, { timeout: 5000, interval: 5 }).toBeGreaterThanOrEqual(count);

describe('connection to the platform’s event stream', () => {
  it('sends the API key and receives results', async () => {
    const { seen, running } = start();
    const stream = await connection(1);
    expect(stream.headers).toMatchObject({ 'x-api-key': 'the-api-key', accept: 'text/event-stream' });
    expect(stream.headers).not.toHaveProperty('last-event-id');
    stream.say(eventOf(41));
    await until(() => seen.results.length, 1);
    expect(seen.results[0]).toMatchObject({
      id: '41',
      event: { tags: ['results:keno', 'upcoming:keno', 'winners'], result: { gameId: 'keno' } },
    });
    expect(running.connected).toBe(true);
    expect(seen.resets).toBe(0);
  });

  it('reports when a draw closes and when its prizes are posted', async () => {
    const { seen } = start();
    const stream = await connection(1);
    const event: DrawEvent = {
      tags: ['proofs:keno'],
      drawId: 'keno-7',
      gameId: 'keno',
      drawNumber: 7,
      ticketsRoot: 'a'.repeat(64),
      ticketsTotal: 3,
      at: '2026-11-21T18:38:00.000Z',
    };
    const data = JSON.stringify(event);
    stream.say(`id: 41\nevent: closed\ndata: ${data}\n\nid: 42\nevent: posted\ndata: ${data}\n\n`);
    stream.say('id: 43\nevent: of-a-newer-platform\ndata: {}\n\n');
    stream.say(eventOf(44));
    await until(() => seen.results.length, 1);
    expect(seen.draws).toEqual([
      { id: '41', event },
      { id: '42', event },
    ]);
    expect(seen.resets).toBe(0);
  });

  it('accepts chunks of any size', async () => {
    const { seen } = start();
    const stream = await connection(1);
    for (const letter of eventOf(41)) stream.say(letter);
    await until(() => seen.results.length, 1);
    expect(seen.results[0]?.id).toBe('41');
  });

  it('is reopened with the last event id after a disconnection', async () => {
    const { seen } = start();
    (await connection(1)).say(eventOf(41));
    await until(() => seen.results.length, 1);
    connections[0]?.disconnect();
    const again = await connection(2);
    expect(again.headers['last-event-id']).toBe('41');
    again.say(eventOf(42, 'pick3'));
    await until(() => seen.results.length, 2);
    expect(seen.resets).toBe(0);
  });

  it('causes a purge after a reconnection if the events had no ids', async () => {
    const { seen } = start();
    (await connection(1)).say(eventOf(null));
    await until(() => seen.results.length, 1);
    connections[0]?.disconnect();
    const again = await connection(2);
    await until(() => seen.resets, 1);
    expect(again.headers).not.toHaveProperty('last-event-id');
  });

  it('causes a purge if the platform sends a reset', async () => {
    const { seen } = start();
    (await connection(1)).say('id: 99\nevent: reset\ndata: {}\n\n');
    await until(() => seen.resets, 1);
    connections[0]?.disconnect();
    expect((await connection(2)).headers['last-event-id']).toBe('99');
  });

  it.each(['not JSON', '{"tags":[],"result":{}}', 'null'])('survives the invalid event %j', async (data) => {
    const { seen, lines } = start();
    const stream = await connection(1);
    stream.say(`id: 1\nevent: result\ndata: ${data}\n\n`);
    stream.say('event: of another kind\ndata: {}\n\n');
    stream.say(eventOf(2));
    await until(() => seen.results.length, 1);
    expect(seen.resets).toBe(1);
    expect(lines.some(({ level }) => level === 'warn')).toBe(true);
  });

  it('is opened again after a period without data', async () => {
    const { running } = start({ silenceMs: 200 });
    await connection(1);
    await connection(2);
    await expect.poll(() => running.connected).toBe(true);
  });

  it('is opened again if an event never ends', async () => {
    const { seen } = start();
    const stream = await connection(1);
    const piece = `data: ${'x'.repeat(100_000)}\n`;
    for (let index = 0; index < 30; index++) stream.say(piece);
    (await connection(2)).say(eventOf(41));
    await until(() => seen.results.length, 1);
    expect(seen.results[0]?.id).toBe('41');
  });
});

describe('failing event stream of the platform', () => {
  it('is replaced by polling until it works again', async () => {
    refuse = (res) => res.writeHead(404).end('no such call');
    const { seen, running } = start({ pollMs: 20 });
    seen.failPolls = true;
    await until(() => seen.polls, 2);
    seen.failPolls = false;
    await until(() => seen.polls, 4);
    expect(running.connected).toBe(false);
    refuse = null;
    await connection(1);
    await expect.poll(() => running.connected).toBe(true);
    const polls = seen.polls;
    connections[0]?.say(eventOf(1));
    connections[0]?.say(eventOf(2));
    await until(() => seen.results.length, 2);
    expect(seen.polls).toBeLessThanOrEqual(polls + 1);
  });

  it('is replaced by polling if a proxy responds with an HTML page', async () => {
    refuse = (res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    const { seen, running } = start({ pollMs: 20 });
    await until(() => seen.polls, 1);
    expect(running.connected).toBe(false);
    expect(seen.results).toHaveLength(0);
  });

  it('continues after the last event id when the platform has restarted', async () => {
    const { seen } = start();
    (await connection(1)).say(eventOf(7));
    await until(() => seen.results.length, 1);
    await kill();
    await listen(port);
    const again = await connection(2);
    expect(again.headers['last-event-id']).toBe('7');
  });
});

it('stopping the platform’s event stream closes the connection for good', async () => {
  const { running } = start();
  await connection(1);
  await running.stop();
  expect(running.connected).toBe(false);
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))))
    .toBe(0);
  expect(connections).toHaveLength(1);
});
