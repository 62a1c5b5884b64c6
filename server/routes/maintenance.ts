import type { FastifyReply, FastifyRequest } from 'fastify';
import { codes } from '../../shared/contract/codes.ts';
import { createAnswers, retryAfter } from '../calls/api/answers.ts';
import { failure } from '../calls/failures.ts';
import type { Deps } from '../deps.ts';
import type { ErrorPages } from '../pages/error-pages.ts';
import { answeredAs } from '../trace/request-context.ts';
import { isApi } from './route-kinds.ts';

const retryAfterSeconds = 600;

export type MaintenanceGate = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Creates the handler that responds to every page, form and call with 503 while `site_setup.json` sets `maintenance`.
 * @returns null if the site is not in maintenance
 */
export function createMaintenanceGate(deps: Deps, errors: ErrorPages): MaintenanceGate | null {
  if (!deps.config.setup.maintenance) return null;
  const answers = createAnswers(deps.headers);
  return async (request, reply) => {
    if (isApi(request.url)) {
      answeredAs('maintenance', 'call');
      return answers.refuse(reply, failure(codes.technicalIssue), { others: retryAfter(retryAfterSeconds) });
    }
    answeredAs('maintenance', 'page');
    reply.hijack();
    errors.send(reply.raw, {
      status: 503,
      reason: 'maintenance',
      retryAfterSeconds,
    });
    return reply;
  };
}
