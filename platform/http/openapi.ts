import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createOpenApi } from '../../shared/contract/openapi.ts';

/** Clients may cache the OpenAPI document this long. The document changes only with a release. */
const maxAgeSeconds = 300;

function createDocument(): { text: string; etag: string } {
  const text = JSON.stringify(createOpenApi());
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}

/**
 * Serves GET /openapi.json, the public OpenAPI document. The document is created at the first request, so that its
 * creation does not delay the start.
 */
export function registerOpenApi(app: FastifyInstance): void {
  let made: ReturnType<typeof createDocument> | undefined;
  app.get('/openapi.json', async (request, reply) => {
    const { text, etag } = (made ??= createDocument());
    reply.header('cache-control', `public, max-age=${maxAgeSeconds}`).header('etag', etag);
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.includes(etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
