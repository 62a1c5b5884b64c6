import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import type { NoticeOutcome } from '../ops/metrics.ts';
import { answeredAs } from '../trace/request-context.ts';
import { Notice, tagsOfNotice } from './changed-tags.ts';
import { signatureFault, signatureHeader } from './notice-signature.ts';

const statuses = {
  off: 404,
  rate: 429,
  size: 413,
  signature: 401,
  timestamp: 401,
  replayed: 401,
  body: 400,
} as const satisfies Partial<Record<NoticeOutcome, number>>;
type Refusal = keyof typeof statuses;

function readNotice(body: Buffer) {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    // `parsed` stays null if the body is not JSON. The schema rejects null, so such a body is an invalid notice.
  }
  return Notice.safeParse(parsed);
}

/**
 * Receives signed notices of the CMS about changed texts, and purges all pages that show these texts. Notices are
 * accepted during maintenance, because editors may prepare texts during that time.
 */
export async function registerNotices(app: FastifyInstance, deps: Deps): Promise<void> {
  const { env, config, purge, callRates, metrics, log, clock } = deps;
  const secrets = env.content.webhookSecrets;
  const groups = new Map(Object.entries(config.boot.runtimePages).map(([group, { list }]) => [list, group]));

  const refuse = (reply: FastifyReply, code: Refusal, waitSeconds?: number): FastifyReply => {
    answeredAs('refused', 'other');
    metrics.notice(code);
    if (code !== 'off') log.warn({ reason: code }, 'content notice refused');
    if (waitSeconds !== undefined) reply.header('retry-after', String(waitSeconds));
    // Close the connection, so that the rest of a refused body is not read.
    if (!reply.request.raw.complete) reply.raw.shouldKeepAlive = false;
    return reply.code(statuses[code]).header('cache-control', 'no-store').send({ received: false, code });
  };

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the bytes, so the body is parsed only after the signature has been checked.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, _request, reply) => {
      const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
      if (status < 500) return refuse(reply, status === 413 ? 'size' : 'body');
      throw error;
    });
    scope.addHook('onRequest', async (request, reply) => {
      answeredAs('none', 'other');
      if (secrets.length === 0) return refuse(reply, 'off');
      const waitSeconds = await callRates.take('notice', request.ip, null);
      return waitSeconds > 0 ? refuse(reply, 'rate', waitSeconds) : undefined;
    });
    scope.post('/webhooks/cms', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const header = request.headers[signatureHeader]?.toString();
      const fault = signatureFault(secrets, header, body, clock.now().getTime());
      if (fault) return refuse(reply, fault);
      const notice = readNotice(body);
      if (!notice.success) return refuse(reply, 'body');
      const tags = tagsOfNotice(notice.data, groups);
      // The CMS signs each attempt anew. If a signature arrives twice, somebody has recorded the first request and
      // sends it again.
      if (!purge.byEditors(tags, `notice:${header ?? ''}`)) return refuse(reply, 'replayed');
      metrics.notice('accepted');
      log.info(
        { notice: notice.data.id, changes: notice.data.changes.length, ...tags },
        'texts changed, purged',
      );
      return reply.header('cache-control', 'no-store').send({ received: true, purged: tags });
    });
  });
}
