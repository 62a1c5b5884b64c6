import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { type Code, codes } from '../../shared/contract/codes.ts';
import type { Failure } from '../../shared/contract/envelope.ts';
import type { RawHeaders } from '../render/security-headers.ts';

/** Business answers are 200, true or false; these codes speak through the HTTP status as well. */
const statuses: Partial<Record<Code, number>> = {
  [codes.fieldWrong]: 400,
  [codes.callUnknown]: 404,
  [codes.sessionExpired]: 401,
  [codes.tooManyTries]: 429,
  [codes.technicalIssue]: 503,
};

export const statusOf = (code: Code): number => statuses[code] ?? 200;

export const failure = (firstCode: Failure['firstCode']): Failure => ({ success: false, firstCode });

/** 10400: each wrong field's name with its message key. */
export const wrongFields = (fields: Record<string, string>): Failure => ({
  success: false,
  firstCode: codes.fieldWrong,
  data: { fields },
});

export interface Refusal {
  /** Stricter than what the code says: 403, 405, 413, 415. */
  status?: number;
  retryAfterSeconds?: number;
  /** Methods that would do. */
  allow?: string;
}

/** Sends an answer that says no, for nobody to keep. */
export function refuse(reply: FastifyReply, answer: Failure, refusal: Refusal = {}): FastifyReply {
  const { status = statusOf(answer.firstCode), retryAfterSeconds, allow } = refusal;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (allow !== undefined) reply.header('allow', allow);
  return reply.code(status).send(answer);
}

/** 15500 past every route, for when there is no time for one. @param headers those of every answer */
export function sendBusy(res: ServerResponse, headers: RawHeaders, retryAfterSeconds: number): void {
  const body = JSON.stringify(failure(codes.technicalIssue));
  res.writeHead(statusOf(codes.technicalIssue), [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    'private, no-store',
    'Retry-After',
    String(retryAfterSeconds),
    ...headers,
  ]);
  res.end(body);
}
