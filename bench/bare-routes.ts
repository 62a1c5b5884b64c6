/**
 * Baseline for page forms and private pages: bare Fastify routes that make the same platform call as the site. The
 * program reports its port to its parent process, and exits when the parent exits.
 */
import fastify from 'fastify';
import { Pool } from 'undici';
import { portOf } from './processes.ts';

const [upstream = ''] = process.argv.slice(2);
const platform = new Pool(upstream, { connections: 64 });
const app = fastify();
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, Object.fromEntries(new URLSearchParams(String(body)))),
);

async function call(name: string, data: unknown): Promise<unknown> {
  const { body } = await platform.request({
    method: 'POST',
    path: `/api/v1/${name}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
  return body.json();
}

app.post('/login', async (request, reply) => {
  await call('accounts/login', request.body);
  return reply.code(303).header('location', '/').header('set-cookie', 'session=1; HttpOnly; Path=/').send();
});

app.get('/my-accounts', async (_request, reply) => {
  const answer = await call('accounts/getUserProfile', {});
  return reply.type('text/html; charset=utf-8').send(`<!doctype html><pre>${JSON.stringify(answer)}</pre>`);
});

await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: portOf(app.server) });
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
