/**
 * Baseline for cached answers: a bare node:http server that sends recorded answers by path. A request for an unknown
 * path gets the first recorded answer. The program reports its port to its parent process, and exits when the parent
 * exits.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { portOf } from './processes.ts';

/** One answer as recorded on the wire. */
export interface Recorded {
  path: string;
  status: number;
  /** Alternating header names and values. */
  headers: string[];
  /** Body in base64. */
  body: string;
}

const [file = ''] = process.argv.slice(2);
const recorded: Recorded[] = JSON.parse(readFileSync(file, 'utf8'));
const answers = new Map(
  recorded.map(({ path, status, headers, body }) => [
    path,
    { status, headers, body: Buffer.from(body, 'base64') },
  ]),
);
const [first] = answers.values();
if (!first) throw new Error('there is no recorded answer to send');
const server = createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url ?? '') ?? first;
  response.writeHead(status, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server) }));
process.once('disconnect', () => process.exit());
