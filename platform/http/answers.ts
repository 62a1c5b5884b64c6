import type { FastifyReply } from 'fastify';
import { codes } from '../../shared/contract/codes.ts';
import type { Failure, Success } from '../../shared/contract/envelope.ts';
import { statusOf } from '../../shared/contract/http-status.ts';

export function success<T>(data: T): Success<T> {
  return { success: true, firstCode: codes.ok, data };
}

export function failure(firstCode: Failure['firstCode']): Failure {
  return { success: false, firstCode };
}

/** 10400. @param fields message key of each wrong field */
export function wrongFields(fields: Record<string, string>): Failure {
  return {
    success: false,
    firstCode: codes.fieldWrong,
    data: { fields },
  };
}

/** Sends a failure with the status of its code, or with a more specific HTTP status (413, 415). */
export function sendFailure(
  reply: FastifyReply,
  answer: Failure,
  status = statusOf(answer.firstCode),
): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send(answer);
}
