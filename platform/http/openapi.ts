import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createOpenApi } from '../../shared/contract/openapi.ts';

/** It changes with a release alone. */
const lifeSeconds = 300;

function make(): { text: string; etag: string } {
  const text = JSON.stringify(createOpenApi());
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}

/** GET /openapi.json: the contract as a document, for anyone. Made when it is first asked for: starts stay quick. */
export function registerOpenApi(app: FastifyInstance): void {
  let made: ReturnType<typeof make> | undefined;
  app.get('/openapi.json', async (request, reply) => {
    const { text, etag } = (made ??= make());
    reply.header('cache-control', `public, max-age=${lifeSeconds}`).header('etag', etag);
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.includes(etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
