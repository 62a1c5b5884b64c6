import type { FastifyInstance } from 'fastify';
import type { ContentPage } from '../../shared/contract/content.ts';
import { shippedFiles } from '../config/project-root.ts';
import type { Credentials } from '../http/credentials.ts';
import { requireCredentials } from '../http/require-credentials.ts';
import { type ContentService, createContentService } from './service.ts';

export interface ContentOptions {
  credentials: Credentials;
  /**
   * Folder with one subfolder for each language. The default is the folder of the texts that ship with the platform.
   */
  contentDir?: string;
  watch?: boolean;
  /** A content service that replaces the service created from `contentDir` and `watch`. */
  content?: ContentService;
}

/** Returns whether an If-None-Match header matches, by weak comparison (RFC 9110 §13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  );
}

const missing: ContentPage = { isSuccess: false, cmsData: { jsonData: [] } };

/**
 * Serves the texts of the site at GET /cms/content/{lang}/{name}.json (spec §3 "CMS page response").
 * @throws ContentFault for an invalid text; its message is one line that names file and field
 */
export async function registerContent(app: FastifyInstance, options: ContentOptions): Promise<void> {
  const content =
    options.content ??
    createContentService({
      contentDir: options.contentDir ?? shippedFiles('platform/content'),
      watch: options.watch ?? false,
      onFault: (error) => app.log.error({ err: error }, 'text is invalid, serving its last valid version'),
    });
  requireCredentials(app, options.credentials);

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
