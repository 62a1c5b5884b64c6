import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { codes } from '../../../shared/contract/codes.ts';
import type { Failure } from '../../../shared/contract/envelope.ts';
import { statusOf } from '../../../shared/contract/http-status.ts';
import type { RawHeaders } from '../../render/security-headers.ts';
import { failure } from '../failures.ts';
import type { CallOutcome } from '../make-call.ts';

export interface AnswerHead {
  /** The HTTP status, such as 303 or 415, if the answer's code does not determine the status. */
  status?: number;
  /** Set-Cookie header lines. */
  cookies?: readonly string[];
  /** Header names and values, alternating. */
  others?: readonly string[];
}

export const retryAfter = (seconds: number): string[] => ['Retry-After', String(seconds)];

export interface Answers {
  /**
   * Sends an answer without Fastify's serialisation and hooks, which take longer than all checks of a call. It sets the
   * headers that the hooks would set, and the headers that private answers need.
   * @param text JSON
   */
  send(reply: FastifyReply, status: number, text: string, head?: AnswerHead): FastifyReply;
  sendOutcome(reply: FastifyReply, outcome: CallOutcome, others?: readonly string[]): FastifyReply;
  refuse(reply: FastifyReply, answer: Failure, head?: AnswerHead): FastifyReply;
}

const none: readonly string[] = [];
const noHead: AnswerHead = {};
const own = ['Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'private, no-store'];
const headOf = (
  headers: RawHeaders,
  text: string,
  { cookies = none, others = none }: AnswerHead,
): string[] => {
  const head = own.concat(headers, others);
  for (const cookie of cookies) head.push('Set-Cookie', cookie);
  head.push('Content-Length', String(Buffer.byteLength(text)));
  return head;
};

/** @param headers headers of every answer of this site */
export function createAnswers(headers: RawHeaders): Answers {
  const send: Answers['send'] = (reply, status, text, head = noHead) => {
    reply.hijack();
    // If the body of a request exceeds the limit, Fastify sets `Connection: close`, so that the rest of the body is not
    // read. Copy this header, because a hijacked reply loses Fastify's headers.
    const all = headOf(headers, text, head);
    if (reply.getHeader('connection') === 'close') all.push('Connection', 'close');
    reply.raw.writeHead(status, all);
    reply.raw.end(text);
    return reply;
  };
  return {
    send,
    sendOutcome(reply, { answer, cookies, retryAfterSeconds, text }, others = none) {
      const status = answer.success ? 200 : statusOf(answer.firstCode);
      return send(reply, status, text ?? JSON.stringify(answer), {
        cookies,
        others: retryAfterSeconds === undefined ? others : [...others, ...retryAfter(retryAfterSeconds)],
      });
    },
    refuse: (reply, answer, head = {}) =>
      send(reply, head.status ?? statusOf(answer.firstCode), JSON.stringify(answer), head),
  };
}

/**
 * Answers a request with code 15500 before routing, because the process is overloaded.
 * @param headers headers of every answer
 */
export function sendBusy(res: ServerResponse, headers: RawHeaders, retryAfterSeconds: number): void {
  const text = JSON.stringify(failure(codes.technicalIssue));
  const head = headOf(headers, text, { others: retryAfter(retryAfterSeconds) });
  res.writeHead(statusOf(codes.technicalIssue), head);
  res.end(text);
}
