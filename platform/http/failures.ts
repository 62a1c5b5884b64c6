import type { FastifyError, FastifyInstance } from 'fastify';
import { codes } from '../../shared/contract/codes.ts';
import { failure, sendFailure, wrongFields } from './answers.ts';

/**
 * Error handler of the app. Client errors (no JSON, body too large, malformed URL) keep their status. Every other error
 * is logged in full and answered with 15500 and no details.
 */
export function registerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500)
      return sendFailure(reply, wrongFields({ body: 'field.wrong' }), status);
    request.log.error({ err: error, url: request.url.slice(0, 200) }, 'request failed');
    return sendFailure(reply, failure(codes.technicalIssue));
  });
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, failure(codes.callUnknown)));
}
