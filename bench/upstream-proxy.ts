/**
 * A proxy between site and platform, which counts requests and can delay answers. The program reports its port to its
 * parent process, and exits when the parent exits.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { portOf } from './processes.ts';

/** Number of requests by method, path and body. The three together identify one key of the site's data cache. */
export type Seen = Record<string, number>;

/** A message to the proxy. The proxy answers each message with the counts so far. */
export interface Order {
  /** Delay of each answer in ms. Half of the delay is before the head, and half before the body. */
  slowMs?: number;
  reset?: boolean;
}

const [target = ''] = process.argv.slice(2);
/** The event stream is not counted, because the site does not open it for a page. */
const streamPath = '/api/v1/events';
const hopByHop = new Set(['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);
let seen: Seen = {};
let slowMs = 0;

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

const server = createServer((req, res) => {
  const isStream = req.url?.startsWith(streamPath) ?? false;
  res.on('error', () => undefined);
  const forward = async (): Promise<void> => {
    const body = await readAll(req);
    const delayMs = isStream ? 0 : slowMs;
    if (!isStream) {
      const asked = `${req.method} ${req.url} ${body.toString('utf8')}`;
      seen[asked] = (seen[asked] ?? 0) + 1;
    }
    await sleep(delayMs / 2);
    const onward = request(new URL(req.url ?? '/', target), {
      method: req.method ?? 'GET',
      headers: endToEnd(req.headers),
    });
    onward.on('error', () => res.destroy());
    res.once('close', () => onward.destroy());
    onward.on('response', (answer) => {
      answer.on('error', () => res.destroy());
      res.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
      res.flushHeaders();
      if (delayMs === 0) answer.pipe(res);
      else
        Promise.all([readAll(answer), sleep(delayMs / 2)]).then(
          ([bytes]) => res.end(bytes),
          () => res.destroy(),
        );
    });
    onward.end(body);
  };
  forward().catch(() => res.destroy());
});
process.on('message', (order: Order) => {
  const answer: Seen = seen;
  if (order.reset) seen = {};
  slowMs = order.slowMs ?? slowMs;
  process.send?.(answer);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server) }));
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
