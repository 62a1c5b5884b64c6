/**
 * Opens idle keep-alive connections, like those of browsers and CDNs. The clients have a process of their own, so that
 * their memory is not measured. The program tells its parent process when all connections are open. It answers any
 * message with the number of open connections, and exits when the parent exits.
 */
import { type Connection, connectMany, getRequest } from './wire.ts';

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
