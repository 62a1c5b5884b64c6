import { hash } from 'node:crypto';
import cookie from '@fastify/cookie';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { type Call, type CallName, calls } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { Deps } from '../deps.ts';
import { answeredAs } from '../ops/request-context.ts';
import { registerSession } from '../session/session-route.ts';
import { type Asked, createAnswerCall } from './answer-call.ts';
import { failure, refuse, wrongFields } from './answers.ts';
import { createCachedReads } from './cached-reads.ts';
import { createForwarding, platformPrefix } from './forward.ts';
import { isJson, isSameOrigin } from './same-origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until it is known to be a call that may be made. */
    asked: Asked | null;
  }
}

const isCall = (name: string): name is CallName => Object.hasOwn(calls, name);
const callOf = (name: CallName): Call => calls[name];
/** A name that is one player's alone, whatever he was told by what; nothing that Redis keeps says who he is. */
const counted = (username: string): string => hash('sha256', username.toLowerCase(), 'base64url');
/** Neither reads nor forms, uploads or WebDAV: a call is a POST. */
const otherMethods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const maintenanceSeconds = 600;

/**
 * POST {prefix}/{call} for every call of the contract, and GET {prefix}/session. In this order: how often, from
 * where, which call, by whom, with what; the rest is the platform's.
 */
export async function registerApi(api: FastifyInstance, deps: Deps): Promise<void> {
  const { env, config, sessions, callRates, playerCalls, log } = deps;
  const forwarding = createForwarding(playerCalls, env.platform);
  const answerCall = createAnswerCall({
    ucid: env.platform.ucid,
    forwarding,
    cachedReads: createCachedReads(deps.platform),
    createReads: deps.createReads,
    sessions,
    log,
    nowMs: () => deps.clock.now().getTime(),
  });

  await api.register(cookie);
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
      answeredAs('refused', 'call');
      return refuse(reply, wrongFields({ body: 'field.wrong' }), { status });
    }
    answeredAs('error', 'call');
    log.error({ err: error }, 'a call failed');
    return refuse(reply, failure(codes.technicalIssue));
  });
  api.addHook('onRequest', async (_request, reply) => {
    answeredAs('none', 'call');
    if (!config.setup.maintenance) return undefined;
    answeredAs('maintenance', 'call');
    return refuse(reply, failure(codes.technicalIssue), { retryAfterSeconds: maintenanceSeconds });
  });

  await api.register(async (posts) => {
    posts.addHook<{ Params: { '*'?: string } }>('onRequest', async (request, reply) => {
      const name = request.params['*'] ?? '';
      const call = isCall(name) ? callOf(name) : null;
      const session = call?.read ? null : sessions.read(request);
      const player = session && counted(session.username);
      const retryAfterSeconds = await callRates.take(call?.rate ?? 'read', request.ip, player);
      const refused = (): void => answeredAs('refused', 'call');
      if (retryAfterSeconds > 0) {
        refused();
        deps.metrics.shed('calls');
        return refuse(reply, failure(codes.tooManyTries), { retryAfterSeconds });
      }
      if (!isSameOrigin(request.headers, env.siteUrl)) {
        refused();
        return refuse(reply, wrongFields({ origin: 'field.wrong' }), { status: 403 });
      }
      if (!isCall(name) || call === null) {
        refused();
        return refuse(reply, failure(codes.callUnknown));
      }
      if (!isJson(request.headers)) {
        refused();
        return refuse(reply, wrongFields({ body: 'field.wrong' }), { status: 415 });
      }
      request.asked = { name, call, session };
      return undefined;
    });
    await posts.register(httpProxy, {
      upstream: env.platform.origin,
      rewritePrefix: platformPrefix,
      httpMethods: ['POST'],
      // Read, checked and written anew here, so that what is signed is what is sent.
      proxyPayloads: false,
      undici: forwarding.sender,
      disableRequestLogging: true,
      handler: (request, reply) => {
        const { asked } = request;
        return asked ? answerCall(asked, request, reply) : refuse(reply, failure(codes.callUnknown));
      },
    });
  });

  api.route<{ Params: { '*': string } }>({
    method: otherMethods,
    url: '/*',
    handler: async (request, reply) => {
      answeredAs('refused', 'call');
      const name = request.params['*'];
      if (!isCall(name)) return refuse(reply, failure(codes.callUnknown));
      return refuse(reply, wrongFields({ method: 'field.wrong' }), { status: 405, allow: 'POST' });
    },
  });
  registerSession(api, deps);
}
