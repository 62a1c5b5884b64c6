import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { isCallName } from '../../../shared/contract/calls.ts';
import { codes } from '../../../shared/contract/codes.ts';
import type { Deps } from '../../deps.ts';
import { answeredAs } from '../../trace/request-context.ts';
import { acceptUploads } from '../../uploads/accept-uploads.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import { registerCsv } from '../csv/register-csv.ts';
import { failure, wrongFields } from '../failures.ts';
import { createAnswers } from './answers.ts';
import { headOfRejection, registerPostCall } from './post-call.ts';
import { registerSession } from './session-route.ts';

/** Methods that are answered with 405, because calls accept only POST. */
const otherMethods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Registers POST {prefix}/{call}, GET {prefix}/session and GET {prefix}/{call}.csv. */
export async function registerApi(api: FastifyInstance, deps: Deps, uploads: Uploads): Promise<void> {
  const { log } = deps;
  const answers = createAnswers(deps.headers);

  // Register the cookie plugin without its hooks. Only its parser and serialiser are used, because answers bypass the
  // onSend hook.
  await api.register(cookie, { hook: false });
  // Calls accept only JSON. Calls with files also accept an upload. Any other body is answered with 415.
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    api.getDefaultJsonParser('error', 'error'),
  );
  api.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) {
      answeredAs('refused', 'call');
      if (status === 429) return answers.refuse(reply, failure(codes.tooManyTries));
      const head = headOfRejection(deps, request.admittedCall);
      return answers.refuse(reply, wrongFields({ body: 'field.wrong' }), { ...head, status });
    }
    answeredAs('error', 'call');
    log.error({ err: error }, 'call handler failed');
    return answers.refuse(reply, failure(codes.technicalIssue));
  });
  api.addHook('onRequest', (_request, _reply, done) => {
    answeredAs('none', 'call');
    done();
  });

  await api.register(async (posts) => {
    acceptUploads(posts, uploads, ({ admittedCall }) => admittedCall?.call.files ?? []);
    registerPostCall(posts, deps, answers);
  });
  api.route<{ Params: { '*': string } }>({
    method: otherMethods,
    url: '/*',
    handler: (request, reply) => {
      answeredAs('refused', 'call');
      if (!isCallName(request.params['*'])) return answers.refuse(reply, failure(codes.callUnknown));
      return answers.refuse(reply, wrongFields({ method: 'field.wrong' }), {
        status: 405,
        others: ['Allow', 'POST'],
      });
    },
  });
  registerSession(api, deps, answers);
  registerCsv(api, deps, answers);
}
