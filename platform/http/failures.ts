import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { codes } from '../../shared/contract/codes.ts';
import { statusOf } from '../../shared/contract/http-status.ts';
import { sqlState } from '../db/database.ts';
import { Refusal } from './refusal.ts';

function refuse(reply: FastifyReply, { answer }: Refusal, status = statusOf(answer.firstCode)): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send(answer);
}

/** SQLSTATE class 22 (data exception): PostgreSQL cannot store or convert a value from the request. */
const isDataException = (error: unknown): boolean => sqlState(error)?.startsWith('22') ?? false;

/**
 * Registers the handler that answers every error. A Refusal is sent with its code. An HTTP error that the client caused
 * keeps its status, for example if the body is too large or is not JSON. Any other error is logged in full and answered
 * with 15500, whose HTTP status is 503. If PostgreSQL rejects a value, the answer is 10400 instead, because a 503 would
 * count as an outage.
 */
export function registerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    if (error instanceof Refusal) return refuse(reply, error);
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) {
      return refuse(reply, Refusal.ofFields({ body: 'field.wrong' }), status);
    }
    request.log.error({ err: error, url: request.url.slice(0, 200) }, 'request failed');
    if (isDataException(error)) return refuse(reply, Refusal.ofFields({ data: 'field.wrong' }));
    return refuse(reply, new Refusal(codes.technicalIssue));
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, new Refusal(codes.callUnknown)));
}
