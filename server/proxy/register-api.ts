import { hash } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Call, type CallName, calls } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { Failure } from '../../shared/contract/envelope.ts';
import type { Deps } from '../deps.ts';
import { registerDownloads } from '../downloads/register-downloads.ts';
import type { Session } from '../session/sealer.ts';
import { registerSession } from '../session/session-route.ts';
import { answeredAs } from '../trace/request-context.ts';
import { type Asked, createAnswerCall } from './answer-call.ts';
import { type AnswerHead, createAnswers, failure, retryAfter, wrongFields } from './answers.ts';
import { createCachedReads } from './cached-reads.ts';
import { createForward } from './forward.ts';
import { isJson, isSameOrigin } from './same-origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until it is known to be a call that may be made. */
    asked: Asked | null;
  }
}

type Refusal = [answer: Failure, head?: AnswerHead];

const isCall = (name: string): name is CallName => Object.hasOwn(calls, name);
const callOf = (name: CallName): Call => calls[name];
/** A name that is one player's alone, whatever he was told by what; nothing that Redis keeps says who he is. */
const names = new WeakMap<Session, string>();
function countedAs(session: Session): string {
  const known = names.get(session) ?? hash('sha256', session.username.toLowerCase(), 'base64url');
  names.set(session, known);
  return known;
}
/** Neither reads nor forms, uploads or WebDAV: a call is a POST. */
const otherMethods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const refused = (): void => answeredAs('refused', 'call');
const maintenanceSeconds = 600;

/**
 * POST {prefix}/{call} for every call of the contract, and GET {prefix}/session. In this order: how often, from
 * where, which call, by whom, with what; the rest is the platform's.
 */
export async function registerApi(api: FastifyInstance, deps: Deps): Promise<void> {
  const { env, config, sessions, callRates, playerCalls, log } = deps;
  const forward = createForward(playerCalls, env.platform);
  const answers = createAnswers(deps.headers);
  const answerCall = createAnswerCall({
    ucid: env.platform.ucid,
    forward,
    cachedReads: createCachedReads(deps.platform),
    createReads: (asker) => deps.createReads({ asker }),
    sessions,
    answers,
    log,
    nowMs: () => deps.clock.now().getTime(),
  });

  // For its parser and serializer; what they are told goes past Fastify's own way of sending.
  await api.register(cookie, { hook: false });
  api.decorateRequest('asked', null);
  // JSON alone: a form, or text that looks like JSON, is 415.
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    api.getDefaultJsonParser('error', 'error'),
  );
  api.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) {
      refused();
      return answers.refuse(reply, wrongFields({ body: 'field.wrong' }), { status });
    }
    answeredAs('error', 'call');
    log.error({ err: error }, 'a call failed');
    return answers.refuse(reply, failure(codes.technicalIssue));
  });
  api.addHook('onRequest', (_request, reply, done) => {
    answeredAs('none', 'call');
    if (config.setup.maintenance) {
      answeredAs('maintenance', 'call');
      answers.refuse(reply, failure(codes.technicalIssue), { others: retryAfter(maintenanceSeconds) });
    } else done();
  });

  /** Why a call may not be made; null: it may. */
  const refusalOf = (request: FastifyRequest, name: string, waitSeconds: number): Refusal | null => {
    if (waitSeconds > 0) {
      deps.metrics.shed('calls');
      return [failure(codes.tooManyTries), { others: retryAfter(waitSeconds) }];
    }
    if (!isSameOrigin(request.headers, env.siteUrl))
      return [wrongFields({ origin: 'field.wrong' }), { status: 403 }];
    if (!isCall(name)) return [failure(codes.callUnknown)];
    return isJson(request.headers) ? null : [wrongFields({ body: 'field.wrong' }), { status: 415 }];
  };
  await api.register(async (posts) => {
    posts.addHook<{ Params: { '*'?: string } }>('onRequest', async (request, reply) => {
      const name = request.params['*'] ?? '';
      const call = isCall(name) ? callOf(name) : null;
      const session = call?.read ? null : sessions.read(request.headers);
      const player = session && countedAs(session);
      const refusal = refusalOf(
        request,
        name,
        await callRates.take(call?.rate ?? 'read', request.ip, player),
      );
      if (refusal) {
        refused();
        answers.refuse(reply, ...refusal);
      } else if (isCall(name)) request.asked = { name, call: callOf(name), session };
    });
    posts.post('/*', (request, reply) => {
      const { asked } = request;
      return asked ? answerCall(asked, request, reply) : answers.refuse(reply, failure(codes.callUnknown));
    });
  });

  api.route<{ Params: { '*': string } }>({
    method: otherMethods,
    url: '/*',
    handler: (request, reply) => {
      refused();
      const isOne = isCall(request.params['*']);
      if (!isOne) answers.refuse(reply, failure(codes.callUnknown));
      else
        answers.refuse(reply, wrongFields({ method: 'field.wrong' }), {
          status: 405,
          others: ['Allow', 'POST'],
        });
    },
  });
  registerSession(api, deps, answers, forward);
  registerDownloads(api, deps, { answers, forward, countedAs });
}
