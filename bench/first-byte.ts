import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createAnswerReader } from './wire.ts';

/**
 * Sends a request repeatedly. Each request starts after the end of the previous answer.
 * @param request the raw HTTP request
 * @returns time from each request to the first byte of its answer, in ms
 * @throws for any status except 200
 */
export function firstBytes(port: number, request: string, count: number): Promise<number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<number[]>();
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const tookMs: number[] = [];
  let sentAt = 0;
  let isFirst = true;
  const send = (): void => {
    isFirst = true;
    sentAt = performance.now();
    socket.write(request);
  };
  const read = createAnswerReader(({ status }) => {
    if (status !== 200) reject(new Error(`answered with ${status}`));
    else if (tookMs.length === count) resolve(tookMs);
    else send();
  });
  socket.on('data', (piece) => {
    if (isFirst) tookMs.push(performance.now() - sentAt);
    isFirst = false;
    try {
      read(piece);
    } catch (error) {
      reject(error);
    }
  });
  socket.once('connect', send);
  socket.once('error', reject);
  socket.once('close', () => reject(new Error('the connection was closed')));
  return promise.finally(() => socket.destroy());
}

/**
 * Sends one request on each of `count` connections, one every `everyMs` ms. A request does not wait for earlier
 * answers.
 * @returns time from each request to the first byte of its answer, in ms
 */
export async function staggeredFirstBytes(
  port: number,
  request: string,
  { count, everyMs }: { count: number; everyMs: number },
): Promise<number[]> {
  const one = async (index: number): Promise<number> => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    try {
      await once(socket, 'connect');
      await wait(index * everyMs);
      const sentAt = performance.now();
      socket.write(request);
      await once(socket, 'data');
      return performance.now() - sentAt;
    } finally {
      socket.destroy();
    }
  };
  return Promise.all(Array.from({ length: count }, (_, index) => one(index)));
}
