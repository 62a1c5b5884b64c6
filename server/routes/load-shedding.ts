import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Front } from '../cache/front.ts';
import { sendBusy } from '../calls/api/answers.ts';
import type { Deps } from '../deps.ts';
import type { ErrorPages } from '../pages/error-pages.ts';
import { isWebhook } from '../payments/register-payments.ts';
import { answeredAs } from '../trace/request-context.ts';
import { isApi, isProbe } from './route-kinds.ts';

/** The value of Retry-After: most overloads end within seconds, or another instance answers the retry. */
const retryAfterSeconds = 5;
const sampleMs = 500;

/**
 * Rejects requests while the event loop is delayed. Pages fall back on any cached copy that may still be returned.
 * @param front the page cache's front, or null if no response may come from the cache
 */
export async function registerLoadShedding(
  app: FastifyInstance,
  { config, env, headers, metrics }: Deps,
  { front, errors }: { front: Front | null; errors: ErrorPages },
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: env.limits.shedDelayMs,
    sampleInterval: sampleMs,
    pressureHandler: (request, reply) => {
      if (isProbe(request.url)) return;
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
      const lang = config.boot.defaultLanguage;
      errors.send(reply.raw, { status: 503, reason: 'busy', lang, retryAfterSeconds });
    },
  });
}
