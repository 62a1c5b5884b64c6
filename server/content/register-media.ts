import type { FastifyInstance, FastifyReply } from 'fastify';
import { matchesEtag } from '../cache/page-entry.ts';
import type { Deps } from '../deps.ts';
import { answeredAs } from '../trace/request-context.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';
import { mediaPrefix } from './content-host.ts';
import { type MediaFile, mediaTag } from './media-store.ts';

const retrySeconds = 5;
/**
 * The Cache-Control header of a file with a version in its URL. The URL changes when the text that shows the file
 * changes.
 */
const aYear = 'public, max-age=31536000, immutable';
const anHour = 'public, max-age=3600, stale-while-revalidate=86400';

function refuse(reply: FastifyReply, status: 404 | 429 | 503, waitSeconds = retrySeconds): FastifyReply {
  answeredAs(status === 503 ? 'error' : 'refused', 'file');
  if (status !== 404) reply.header('retry-after', String(waitSeconds));
  return reply.code(status).header('cache-control', 'no-store').send();
}

function send(reply: FastifyReply, file: MediaFile, version: string | null): FastifyReply {
  reply
    .header('cache-control', version === null ? anHour : aYear)
    .header('cache-tag', mediaTag)
    .header('etag', file.etag);
  if (matchesEtag(reply.request.headers['if-none-match'], file.etag)) return reply.code(304).send();
  // Browsers must save a PDF document instead of showing it, because it could look like a page of this site.
  if (file.type === 'application/pdf') reply.header('content-disposition', 'attachment');
  return reply.type(file.type).send(file.body);
}

/**
 * Serves pictures and PDF documents of the content host under the site's own address. Browsers then need no other host
 * in the content security policy, and the content host learns nothing about visitors.
 */
export function registerMedia(app: FastifyInstance, { contentHost, media, pageLoads, log }: Deps): void {
  app.get(`${mediaPrefix}*`, async (request, reply) => {
    answeredAs('none', 'file');
    const asked = contentHost.fileOf(request.raw.url ?? '');
    if (!asked) return refuse(reply, 404);
    const { path, version } = asked;
    const ready = media.inMemory(path, version);
    if (ready !== undefined) return ready ? send(reply, ready, version) : refuse(reply, 404);
    const waitSeconds = (await pageLoads?.take(request.ip)) ?? 0;
    if (waitSeconds > 0) return refuse(reply, 429, waitSeconds);
    try {
      const file = await media.load(path, version);
      return file ? send(reply, file, version) : refuse(reply, 404);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ err: error }, 'file of the content host not loaded');
      return refuse(reply, error.kind === 'too-large' ? 404 : 503);
    }
  });
}
