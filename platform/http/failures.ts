import type { FastifyError, FastifyInstance } from 'fastify';
import { codes } from '../../shared/contract/codes.ts';
import { failure, refuse, wrongFields } from './answers.ts';

/**
 * One way out for everything that throws: what the client did wrong (no JSON, too large, a broken address) says so
 * with its own status; all else is a technical failure, told in full to the log and not at all to the client.
 */
export function registerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return refuse(reply, wrongFields({ body: 'field.wrong' }), status);
    request.log.error({ err: error, url: request.url.slice(0, 200) }, 'a request failed');
    return refuse(reply, failure(codes.technicalIssue));
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, failure(codes.callUnknown)));
}
