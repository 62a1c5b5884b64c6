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

export interface AnswerHead {
  /** Where it is not what the code says: 403, 405, 413, 415. */
  status?: number;
  /** Lines of Set-Cookie. */
  cookies?: readonly string[];
  /** Names and values in turn. */
  others?: readonly string[];
}

/** Names and values of Retry-After. */
export const retryAfter = (seconds: number): string[] => ['Retry-After', String(seconds)];

/** Sends answers of calls. */
export interface Answers {
  /**
   * Past Fastify's own ways of sending, which cost more than all that a call is checked for; of everything that they
   * add, this adds what an answer for one player needs.
   * @param text JSON
   */
  send(reply: FastifyReply, status: number, text: string, head?: AnswerHead): FastifyReply;
  refuse(reply: FastifyReply, answer: Failure, head?: AnswerHead): FastifyReply;
}

const none: readonly string[] = [];
/** @param headers those of every answer */
const headOf = (
  headers: RawHeaders,
  text: string,
  { cookies = none, others = none }: AnswerHead,
): string[] => [
  'Content-Type',
  'application/json; charset=utf-8',
  'Content-Length',
  String(Buffer.byteLength(text)),
  'Cache-Control',
  'private, no-store',
  ...cookies.flatMap((cookie) => ['Set-Cookie', cookie]),
  ...others,
  ...headers,
];

/** @param headers those of every answer of this site */
export function createAnswers(headers: RawHeaders): Answers {
  const send: Answers['send'] = (reply, status, text, head = {}) => {
    reply.hijack();
    // What Fastify has noted goes with it: the rest of a request's body that is too large is not waited for.
    const ending = reply.getHeader('connection') === 'close' ? ['Connection', 'close'] : none;
    reply.raw.writeHead(status, [...headOf(headers, text, head), ...ending]);
    reply.raw.end(text);
    return reply;
  };
  return {
    send,
    refuse: (reply, answer, head = {}) =>
      send(reply, head.status ?? statusOf(answer.firstCode), JSON.stringify(answer), head),
  };
}

/** 15500 past every route, for when there is no time for one. @param headers those of every answer */
export function sendBusy(res: ServerResponse, headers: RawHeaders, retryAfterSeconds: number): void {
  const text = JSON.stringify(failure(codes.technicalIssue));
  const head = headOf(headers, text, { others: retryAfter(retryAfterSeconds) });
  res.writeHead(statusOf(codes.technicalIssue), head);
  res.end(text);
}
