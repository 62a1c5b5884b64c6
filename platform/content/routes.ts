import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { codes } from '../../shared/contract/codes.ts';
import type { ContentPage } from '../../shared/contract/content.ts';
import type { Failure } from '../../shared/contract/envelope.ts';
import { type ContentService, createContentService } from './service.ts';

export interface ContentOptions {
  /** What `x-api-key` and `x-hash` must say. */
  apiKey: string;
  hash: string;
  /** Folder with one folder a language; unset: the one beside this file, in the source and in dist alike. */
  contentDir?: string;
  /** Read changed files again. */
  watch?: boolean;
  /** Texts that somebody else has read already, instead of the two. */
  content?: ContentService;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares in constant time whatever the lengths: digests are equally long. */
function secretCheck(expected: string) {
  const wanted = digest(expected);
  return (given: unknown): boolean =>
    timingSafeEqual(digest(typeof given === 'string' ? given : ''), wanted) && typeof given === 'string';
}

/** If-None-Match compares weakly (RFC 9110 §13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  );
}

const missing: ContentPage = { isSuccess: false, cmsData: { jsonData: [] } };
const refused: Failure = { success: false, firstCode: codes.apiKeyWrong };

/**
 * GET /cms/content/{lang}/{name}.json: the texts of the site (spec §3 "CMS page response").
 * Registering fails with ContentFault, one line that names file and field, when a text cannot be served.
 */
export async function registerContent(app: FastifyInstance, options: ContentOptions): Promise<void> {
  const content =
    options.content ??
    createContentService({
      contentDir: options.contentDir ?? import.meta.dirname,
      watch: options.watch ?? false,
      onFault: (error) => app.log.error({ err: error }, 'a text cannot be served, the last good one stays'),
    });
  const isApiKey = secretCheck(options.apiKey);
  const isHash = secretCheck(options.hash);

  app.addHook('onRequest', async (request, reply) => {
    // Both are always compared, so the time does not say which one was wrong.
    const allowed = [isApiKey(request.headers['x-api-key']), isHash(request.headers['x-hash'])];
    if (allowed.includes(false)) {
      await reply.code(401).header('cache-control', 'no-store').send(refused);
    }
  });

  app.get<{ Params: { lang: string; name: string } }>(
    '/cms/content/:lang/:name.json',
    async (request, reply) => {
      const answer = content.page(request.params.lang, request.params.name);
      if (answer === null) return reply.code(404).header('cache-control', 'no-store').send(missing);
      reply.header('etag', answer.etag).header('cache-control', 'public, max-age=60');
      if (matches(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(answer.body);
    },
  );
}
