import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHub, type Hub, type HubOptions } from '../../server/live/hub.ts';
import type { LiveResult } from '../../shared/pages/live.ts';
import { type BrowserStream, openStream } from '../helpers/browser-stream.ts';
import { sampleResults } from '../helpers/sample-cards.ts';

const [card] = Object.values(sampleResults);
const resultOf = (announcement: string): LiveResult => {
  if (!card) throw new Error('there is no sample card');
  return { card: { ...card, announcement }, upcoming: null };
};

let server: Server;
let hub: Hub;
let origin = '';
let streams: BrowserStream[] = [];

async function start(options: Partial<HubOptions> = {}): Promise<void> {
  hub = createHub({
    hello: () => ({ now: '2026-11-21T12:00:00.000Z', draws: { keno: 7 } }),
    headers: ['X-Content-Type-Options', 'nosniff'],
    ...options,
  });
  server = createServer((req, res) => hub.subscribe(req, res, req.url === '/hi/events' ? 'hi' : 'en'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const open = async (path = '/events', headers: Record<string, string> = {}): Promise<BrowserStream> => {
  const stream = await openStream(`${origin}${path}`, headers);
  streams.push(stream);
  return stream;
};
const until = (stream: BrowserStream, count: number) =>
  expect.poll(() => stream.events.length, { timeout: 5000, interval: 10 }).toBeGreaterThanOrEqual(count);
const publish = (id: string | null, text = `draw ${id}`) =>
  hub.publish(id, (lang) => resultOf(`${lang}: ${text}`));
const eventsOf = (stream: BrowserStream) =>
  stream.events.map(({ event, id, data }) =>
    event === 'result' ? `${id ?? '-'} ${JSON.parse(data).card.announcement}` : `${event} ${id ?? '-'}`,
  );

beforeEach(() => start());
afterEach(async () => {
  for (const stream of streams) stream.close();
  streams = [];
  hub.close();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

describe('event stream', () => {
  it('begins with the retry time, the server’s time and the newest draw of each game', async () => {
    const stream = await open();
    await until(stream, 1);
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(stream.retryMs).toBeGreaterThan(500);
    expect(stream.events[0]?.event).toBe('hello');
    expect(JSON.parse(stream.events[0]?.data ?? '')).toEqual({
      now: '2026-11-21T12:00:00.000Z',
      draws: { keno: 7 },
    });
  });

  it('sends each result in the language of the stream', async () => {
    const [one, two, hindi] = await Promise.all([open(), open(), open('/hi/events')]);
    await Promise.all([one, two, hindi].map((stream) => until(stream, 1)));
    const worded: string[] = [];
    hub.publish('41', (lang) => {
      worded.push(lang);
      return resultOf(`${lang}: draw 41`);
    });
    await Promise.all([one, two, hindi].map((stream) => until(stream, 2)));
    expect([one, two, hindi].map((stream) => eventsOf(stream)[1])).toEqual([
      '41 en: draw 41',
      '41 en: draw 41',
      '41 hi: draw 41',
    ]);
    expect(worded.sort()).toEqual(['en', 'hi']);
  });

  it('sends a hello event at each heartbeat interval', async () => {
    hub.close();
    server.close();
    await start({ heartbeatMs: 20 });
    const stream = await open();
    await until(stream, 4);
    expect(new Set(stream.events.map(({ event }) => event))).toEqual(new Set(['hello']));
  });

  it('is counted until it closes', async () => {
    const [stream] = await Promise.all([open(), open()]);
    expect(hub.streams).toBe(2);
    stream.close();
    await expect.poll(() => hub.streams).toBe(1);
  });
});

describe('reconnection to the event stream', () => {
  it('delivers each missed result once, in order', async () => {
    for (const id of ['1', '2', '3']) publish(id);
    const stream = await open('/hi/events', { 'last-event-id': '1' });
    await until(stream, 3);
    publish('4');
    await until(stream, 4);
    expect(eventsOf(stream)).toEqual(['hello -', '2 hi: draw 2', '3 hi: draw 3', '4 hi: draw 4']);
  });

  it('delivers no result if the browser has missed none', async () => {
    publish('1');
    const stream = await open('/events', { 'last-event-id': '1' });
    await until(stream, 1);
    publish('2');
    await until(stream, 2);
    expect(eventsOf(stream)).toEqual(['hello 1', '2 en: draw 2']);
  });

  it('delivers a missed result that the platform published without an id', async () => {
    publish('1');
    publish(null, 'polled');
    const stream = await open('/events', { 'last-event-id': '1' });
    await until(stream, 2);
    expect(eventsOf(stream)).toEqual(['hello -', '- en: polled']);
  });

  it.each(['0', 'never heard of', '9999999'])(
    'sends a reset if the last event id is unknown: %j',
    async (id) => {
      publish('1');
      const stream = await open('/events', { 'last-event-id': id });
      await until(stream, 2);
      expect(eventsOf(stream)).toEqual(['hello -', 'reset 1']);
    },
  );

  it('sends a reset if the browser missed more results than the hub stores', async () => {
    for (let id = 1; id <= 60; id++) publish(String(id));
    const [late, later] = await Promise.all([
      open('/events', { 'last-event-id': '5' }),
      open('/events', { 'last-event-id': '11' }),
    ]);
    await Promise.all([until(late, 2), until(later, 50)]);
    expect(eventsOf(late)[1]).toBe('reset 60');
    expect(later.events).toHaveLength(50);
  });

  it('delivers no result whose id contains a line break', async () => {
    publish('7\nevent: result');
    const stream = await open('/events');
    publish('8');
    await until(stream, 2);
    expect(eventsOf(stream)).toEqual(['hello -', '8 en: draw 8']);
  });
});

describe('browser that does not read its event stream', () => {
  it('is disconnected, while other browsers receive every event', async () => {
    const [slow, quick] = await Promise.all([open(), open()]);
    slow.pause();
    await until(quick, 1);
    const long = 'x'.repeat(50_000);
    let published = 0;
    await expect
      .poll(
        () => {
          publish(String(++published), long);
          return hub.streams;
        },
        { timeout: 10_000, interval: 1 },
      )
      .toBe(1);
    await until(quick, published + 1);
    expect(quick.events).toHaveLength(published + 1);
  });
});

describe('browser beyond the limit on event streams', () => {
  it('receives a 503 with Retry-After', async () => {
    hub.close();
    server.close();
    await start({ maxStreams: 2 });
    const [first] = await Promise.all([open(), open()]);
    const third = await open();
    expect(third.status).toBe(503);
    expect(third.headers).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-store' });
    first.close();
    await expect.poll(async () => (await open()).status).toBe(200);
  });
});

it('closing the hub ends every event stream and rejects new ones', async () => {
  hub.close();
  server.close();
  let drawn = 0;
  await start({ random: () => drawn++ / 2 });
  const [stream, other] = [await open(), await open()];
  hub.close();
  await Promise.all([stream.ended, other.ended]);
  expect([stream.retryMs, other.retryMs]).toEqual([500, 2750]);
  expect((await open()).status).toBe(503);
  expect(hub.streams).toBe(0);
});
