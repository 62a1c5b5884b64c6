import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { portOf } from '../../../bench/processes.ts';
import { createHttpServer } from '../../../server/http-server.ts';
import { answerClientError } from '../../../server/routes/client-errors.ts';

const nothing = () => undefined;

let server: Server;
/** Requests whose body is complete. They are answered by the test. */
let complete: ServerResponse[];
let socket: Socket;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  complete = [];
  const parts = {
    env: { limits: { connections: 10 } },
    log: pino({ level: 'silent' }),
    metrics: { request: nothing, answered: nothing, connectionRefused: nothing },
    state: { stopping: false },
  };
  server = createHttpServer(parts, null, (req: IncomingMessage, res) => {
    req.resume().once('end', () => complete.push(res));
  });
  server.on('clientError', answerClientError);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = connect(portOf(server), '127.0.0.1');
});

afterEach(() => {
  vi.useRealTimers();
  socket.destroy();
  server.close();
});

/** Sends the head of a POST with a body of four bytes, and the first bytes of the body. */
async function post(body: string, type = 'application/json'): Promise<void> {
  const received = once(server, 'request');
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 4\r\n\r\n${body}`);
  await received;
}

test('a body that is not complete after 30 seconds is answered with 408, and the connection is closed', async () => {
  await post('ab');
  vi.advanceTimersByTime(29_999);
  expect(socket.bytesRead).toBe(0);
  vi.advanceTimersByTime(1);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a complete body ends the time limit, however long the answer takes', async () => {
  await post('abcd');
  await vi.waitFor(() => expect(complete).toHaveLength(1));
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
  vi.advanceTimersByTime(60_000);
  complete[0]?.setHeader('connection', 'close').end('late');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*late/);
});

test('a client that disconnects before its body is complete leaves no timer', async () => {
  await post('ab');
  socket.destroy();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
});

test('a request without a body has no time limit for its body', async () => {
  const received = once(server, 'request');
  socket.write('POST / HTTP/1.1\r\nhost: x\r\n\r\n');
  await received;
  expect(vi.getTimerCount()).toBe(0);
});

test('an upload has more than 30 seconds for its body', async () => {
  await post('ab', 'multipart/form-data; boundary=x');
  vi.advanceTimersByTime(60_000);
  socket.write('cd');
  await vi.waitFor(() => expect(complete).toHaveLength(1));
});
