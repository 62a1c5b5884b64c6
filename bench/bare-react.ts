/**
 * Baseline for cold pages: a server that only calls renderToPipeableStream. It renders the React elements of the home
 * page from data in memory.
 */
import { createServer } from 'node:http';
import { renderToPipeableStream } from 'react-dom/server';
import { readEnv } from '../server/config/env.ts';
import { createDeps } from '../server/deps.ts';
import { loadDocument } from '../server/pages/load-document.ts';
import { portOf } from './processes.ts';

const deps = await createDeps(readEnv(process.env));
const home = { name: 'home', lang: 'en', path: '/', params: {}, query: {} } as const;
const loaded = await loadDocument(deps, home);
if (!('document' in loaded)) throw new Error('home could not be loaded');
const { document } = loaded;
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  const { pipe } = renderToPipeableStream(deps.client.createDocument(document), {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: () => void pipe(response),
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server) }));
process.once('disconnect', () => process.exit());
