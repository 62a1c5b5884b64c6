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

/** 10400: each wrong field's name with its message key. */
export function wrongFields(fields: Record<string, string>): Failure {
  return {
    success: false,
    firstCode: codes.fieldWrong,
    data: { fields },
  };
}

/** Sends a refusal with the status that goes with its code, or with a stricter one of HTTP itself (413, 415). */
export function refuse(
  reply: FastifyReply,
  answer: Failure,
  status = statusOf(answer.firstCode),
): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send(answer);
}
