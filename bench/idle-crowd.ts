/**
 * People who have asked once and now say nothing, as browsers and CDNs keep their connections: in a process of its own,
 * whose memory and collections disturb nobody who measures. Says when all are there; asked anything, how many still
 * are; ends with its parent.
 */
import { type Connection, connectMany, getRequest } from './wire.ts';

/** How many connections are open. */
export interface IdleCrowd {
  open: number;
}

const atOnce = 250;
const [port = '', count = ''] = process.argv.slice(2);
const request = getRequest('/', { 'accept-encoding': 'br' });
const connections: Connection[] = [];
const tell = () => {
  const crowd: IdleCrowd = { open: connections.filter(({ isOpen }) => isOpen).length };
  process.send?.(crowd);
};

process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
while (connections.length < Number(count)) {
  const some = await connectMany(Number(port), Math.min(atOnce, Number(count) - connections.length));
  await Promise.all(some.map((connection) => connection.ask(request)));
  connections.push(...some);
}
process.on('message', tell);
tell();
