/** Baseline of cached pages: a bare node:http server that sends given bytes. Prints its port; ends with its parent. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { portOf } from './processes.ts';

const [bodyFile = '', headersFile = ''] = process.argv.slice(2);
const body = readFileSync(bodyFile);
const headers: string[] = JSON.parse(readFileSync(headersFile, 'utf8'));
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server) }));
process.once('disconnect', () => process.exit());
