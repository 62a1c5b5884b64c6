import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Front } from '../cache/front.ts';
import { sendBusy } from '../calls/api/answers.ts';
import type { Deps } from '../deps.ts';
import { readAddress } from '../pages/address.ts';
import type { ErrorPages } from '../pages/error-pages.ts';
import { isWebhook } from '../payments/register-payments.ts';
import { answeredAs } from '../trace/request-context.ts';
import { createFileCheck } from './public-files.ts';
import { isApi, isProbe } from './route-kinds.ts';

/**
 * Value of Retry-After in seconds. It is short, because most overloads end within seconds, and another instance may
 * answer the retry.
 */
const retryAfterSeconds = 5;
const sampleMs = 500;

/**
 * Rejects requests while the event loop is delayed. A request for a page is answered from the cache if the cache has
 * any usable copy. Requests for files of the built client, such as styles, are never rejected, because a page without
 * its styles is useless. Redirects to canonical URLs are always sent, because they cost no more than a rejection.
 * @param front answers requests from the page cache; null if no response may come from the cache
 */
export async function registerLoadShedding(
  app: FastifyInstance,
  { client, config, env, headers, metrics }: Deps,
  { front, errors }: { front: Front | null; errors: ErrorPages },
): Promise<void> {
  const isFile = createFileCheck(client.folder);
  const { defaultLanguage, languages } = config.boot;
  const codes = languages.map(({ code }) => code);
  const isRedirect = ({ method, url }: FastifyRequest): boolean =>
    (method === 'GET' || method === 'HEAD') && readAddress(url, codes, defaultLanguage).kind === 'moved';
  await app.register(underPressure, {
    maxEventLoopDelay: env.limits.shedDelayMs,
    sampleInterval: sampleMs,
    pressureHandler: (request, reply) => {
      if (isProbe(request.url) || isFile(request.url) || isRedirect(request)) return;
      reply.hijack();
      if (isApi(request.url) || isWebhook(request.url)) {
        answeredAs('shed', isApi(request.url) ? 'call' : 'other');
        metrics.shed('event-loop-delay');
        sendBusy(reply.raw, headers, retryAfterSeconds);
        return;
      }
      if (front?.answerOld(request.raw, reply.raw)) {
        answeredAs(null);
        return;
      }
      answeredAs('shed');
      metrics.shed('event-loop-delay');
      errors.send(reply.raw, { status: 503, reason: 'busy', retryAfterSeconds });
    },
  });
}
