/**
 * A server that answers the API calls of players in place of the platform. It sends prepared bodies without delay, so
 * that a benchmark measures only the site or the proxy. It forwards all other requests to the real platform. The
 * program reports its port to its parent process, and exits when the parent exits. A message `{ delayMs }` from the
 * parent delays all prepared answers.
 */
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { pipeline } from 'node:stream';
import { portOf } from './processes.ts';

const [target = '', file = ''] = process.argv.slice(2);
/** Answer bodies by path. */
const bodies: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
const answers = new Map(
  Object.entries(bodies).map(([path, body]) => [path, Buffer.from(JSON.stringify(body))] as const),
);
let delayMs = 0;

const server = createServer((incoming, outgoing) => {
  const answer = answers.get(incoming.url ?? '');
  outgoing.on('error', () => undefined);
  if (answer) {
    const send = () => {
      outgoing.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': answer.length,
      });
      outgoing.end(answer);
    };
    incoming.resume().once('end', () => (delayMs === 0 ? send() : setTimeout(send, delayMs)));
    return;
  }
  const { method = 'GET', headers } = incoming;
  const onward = request(new URL(incoming.url ?? '/', target), { method, headers }, (from) => {
    outgoing.writeHead(from.statusCode ?? 502, from.headers);
    outgoing.flushHeaders();
    pipeline(from, outgoing, () => undefined);
  });
  onward.once('error', () => outgoing.destroy());
  outgoing.once('close', () => onward.destroy());
  incoming.pipe(onward);
});
// Keep idle connections open for a long time, because the bench would count a closed connection as a failure.
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server) }));
process.on('message', (order: { delayMs: number }) => {
  ({ delayMs } = order);
  process.send?.({ delayMs });
});
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
