import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnections } from '../faults/site-metrics.ts';
import { withWellBehavedClient } from '../faults/well-behaved-client.ts';
import { ask } from '../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { startSite, type TestSite } from '../helpers/site.ts';
import { type Chance, createPlan } from './plan.ts';

const AT_ONCE = 40;
let platform: TestPlatform;
let site: TestSite;

beforeAll(async () => {
  const now = new Date('2026-11-21T12:02:00Z');
  platform = await startPlatform({ now, historyDays: 8 });
  await platform.deps.engine.tick();
  const env = { SHED_DELAY_MS: '0' };
  site = await startSite({ platform, env, clock: { now: () => now }, live: false, warm: false });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const honest = [
  'GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\n',
  'GET /results?game=keno HTTP/1.1\r\nHost: a\r\nIf-None-Match: "x", W/"y"\r\n\r\n',
  'HEAD /faq HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'POST /faq HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n',
  'GET /events HTTP/1.1\r\nHost: a\r\nLast-Event-ID: 7\r\nAccept: text/event-stream\r\n\r\n',
  'GET /results/latest.json HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\nabc',
];
const odd = ['\r\n', '\n', '\u0000', ' ', ':', '%00', '%zz', '/', '..', '\u00ff', 'Host: b\r\n', '\r\n\r\n'];

/** Returns one to three copies of a valid request. Random bytes of the copies are removed, duplicated or replaced. */
const malformedRequest = (chance: Chance): Buffer => {
  let text = chance.pick(honest).repeat(chance.between(1, 3));
  for (let changes = chance.between(0, 6); changes > 0; changes--) {
    const at = chance.between(0, text.length);
    const length = chance.between(0, 12);
    const piece = text.slice(at, at + length);
    const put = chance.pick([
      '',
      piece + piece,
      chance.pick(odd),
      String.fromCharCode(chance.between(0, 255)),
      'a'.repeat(chance.between(1, 20_000)),
    ]);
    text = text.slice(0, at) + put + text.slice(at + length);
  }
  return Buffer.from(text, 'latin1');
};

/** Sends the bytes in fragments and disconnects in one of several ways. */
const sendFragments = async (bytes: Buffer, chance: Chance): Promise<void> => {
  const socket: Socket = connect({ port: Number(new URL(site.origin).port), host: '127.0.0.1' });
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  socket.on('error', () => undefined);
  if (chance.between(0, 3) > 0) socket.resume();
  for (let at = 0; at < bytes.length && socket.writable; ) {
    const length = chance.between(1, bytes.length);
    socket.write(bytes.subarray(at, at + length));
    at += length;
    if (chance.between(0, 4) === 0) await wait(chance.between(1, 20));
  }
  await wait(chance.between(0, 50));
  const leave = chance.pick(['end', 'destroy', 'reset'] as const);
  if (leave === 'end') socket.end();
  // If the client closes only its side of the connection, the server may keep sending, for example an event stream. The
  // wait is therefore limited.
  await Promise.race([closed, wait(leave === 'end' ? 100 : 0)]);
  if (leave === 'reset') socket.resetAndDestroy();
  socket.destroy();
  await closed;
};

it('malformed requests in fragments of any size never affect a well-behaved client', async () => {
  const { chance, goesOn, say } = createPlan('bytes');
  const known = new Map<string, string>();
  for (const path of ['/', '/faq', '/results?game=keno', '/results/latest.json', '/robots.txt'])
    known.set(path, (await ask(site.origin, path)).text);
  let thrown = 0;
  await withWellBehavedClient(site.origin, known, async () => {
    while (goesOn()) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, () => sendFragments(malformedRequest(chance), chance)),
      );
      thrown += AT_ONCE;
    }
  });
  await expect.poll(() => openConnections(site), { timeout: 60_000, interval: 500 }).toBeLessThan(5);
  expect(site.logged()).not.toContain('"level":60');
  say(`${thrown} malformed requests, a well-behaved client noticed nothing`);
});
