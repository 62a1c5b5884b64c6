/**
 * Baseline for the API calls of players, which the site forwards: a bare @fastify/http-proxy. The program reports its
 * port to its parent process, and exits when the parent exits.
 */
import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';
import { portOf } from './processes.ts';

const [upstream = ''] = process.argv.slice(2);
const app = fastify();
await app.register(httpProxy, { upstream, prefix: '/api', rewritePrefix: '/api/v1' });
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: portOf(app.server) });
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
