import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Scenario, Site } from '../bench.ts';
import type { Published } from '../draw-platform.ts';
import { paced } from '../paced.ts';
import { median, percentile } from '../statistics.ts';
import { getRequest } from '../wire.ts';

const streams = 2000;
const atOnce = 100;
const receiveLimitMs = 20_000;
/**
 * Requests are counted for this many seconds after a draw. At the end of this time, the site has refreshed its data,
 * and the next draw has not begun.
 */
const aftermathSeconds = 5;
/** Load of clients without an event stream. They request the home page repeatedly. */
const readers = { request: getRequest('/', { 'accept-encoding': 'br' }), perSecond: 200, connections: 20 };
const minuteMs = 60_000;

const nowMs = () => performance.timeOrigin + performance.now();

interface Listener {
  socket: Socket;
  /** The time at which the stream received a complete result, in ms since 1970, by event id. */
  receivedAt: Map<string, number>;
}

/** Opens an event stream. The promise resolves after the `hello` event. */
async function listen(site: Site): Promise<Listener> {
  const socket = connect({ host: '127.0.0.1', port: site.port, noDelay: true });
  const opened = Promise.withResolvers<void>();
  const receivedAt = new Map<string, number>();
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (piece: string) => {
    text += piece;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      if (/^event: hello$/m.test(event)) opened.resolve();
      const [, id] = /^id: (.+)\nevent: result$/m.exec(event) ?? [];
      if (id !== undefined) receivedAt.set(id, nowMs());
    }
  });
  const fail = () => opened.reject(new Error(`a stream was not opened: ${text.slice(0, 80)}`));
  socket.once('error', fail);
  socket.once('close', fail);
  await once(socket, 'connect');
  socket.write(getRequest('/events', { accept: 'text/event-stream' }));
  await opened.promise;
  return { socket, receivedAt };
}

async function crowdOf(site: Site): Promise<Listener[]> {
  const listeners: Listener[] = [];
  while (listeners.length < streams)
    listeners.push(...(await Promise.all(Array.from({ length: atOnce }, () => listen(site)))));
  return listeners;
}

/**
 * Waits until Golden Jaldi is the only game with a draw at the next full minute. At least 10 s remain before this draw,
 * so that all streams are open in time.
 */
async function untilOneGameIsDrawn(bench: Bench): Promise<void> {
  for (;;) {
    const now = Date.now();
    const next = Math.floor(now / minuteMs) + 1;
    if (next % 15 !== 0 && next * minuteMs - now > 10_000) return;
    bench.say('Waiting for a minute with one draw …');
    await sleep(next * minuteMs - now + 3000);
  }
}

/**
 * Waits until every stream has received an event.
 * @returns for each stream, the time in ms from `sinceMs` until it received the event
 */
async function delaysOf(listeners: readonly Listener[], id: string, sinceMs: number): Promise<number[]> {
  const endsAt = nowMs() + receiveLimitMs;
  while (listeners.some(({ receivedAt }) => !receivedAt.has(id)) && nowMs() < endsAt) await sleep(20);
  const missing = listeners.filter(({ receivedAt }) => !receivedAt.has(id)).length;
  if (missing > 0)
    throw new Error(`${missing} of ${listeners.length} event streams did not receive the draw`);
  return listeners.map(({ receivedAt }) => (receivedAt.get(id) ?? Number.NaN) - sinceMs);
}

/** Measures how long a published draw takes to reach 2,000 event streams, while other clients request pages. */
export const drawNight: Scenario = {
  name: 'drawNight',
  budgets: ['drawNightLast', 'drawNightRequests'],
  async run(bench) {
    const dataDir = path.join(bench.work, 'draw-night');
    const platform = await bench.run<{ port: number }>('bench/draw-platform.ts', [], { DATA_DIR: dataDir });
    const upstream = await bench.upstreamAt(`http://127.0.0.1:${platform.said.port}`, dataDir);
    const site = await bench.site({}, upstream);
    await untilOneGameIsDrawn(bench);
    const listeners = await crowdOf(site);
    const published = await platform.ask<Published>('tell of the next draw');
    // Reset the counts, so that they contain only requests after the publication.
    await upstream.order({ reset: true });
    const [delaysMs, looked] = await Promise.all([
      delaysOf(listeners, String(published.id), published.atMs),
      paced({ port: site.port, ...readers, seconds: aftermathSeconds }),
    ]);
    const asked = await upstream.order({});
    const requests = Object.values(asked).reduce((sum, count) => sum + count, 0);
    const last = Math.max(...delaysMs);
    bench.measured('drawNightLast', last / 1000);
    bench.measured('drawNightRequests', requests);
    bench.say(
      `Draw night: ${streams.toLocaleString('en')} streams received the draw after ${median(delaysMs).toFixed(0)} ms (half) and ` +
        `${last.toFixed(0)} ms (the last), ${(published.atMs + last - Math.floor(published.atMs / minuteMs) * minuteMs).toFixed(0)} ms ` +
        `after the draw's own time; ${requests} platform requests; ${looked.latenciesMs.length} readers of the home page ` +
        `meanwhile, p99 ${percentile(looked.latenciesMs, 0.99).toFixed(1)} ms`,
    );
    for (const { socket } of listeners) socket.destroy();
    await site.stop();
    await platform.stop();
  },
};
