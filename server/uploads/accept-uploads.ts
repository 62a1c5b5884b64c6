import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUpload, type Uploads } from './uploads.ts';

/**
 * Makes the routes of a scope accept uploads. The body of such a request is an `Upload`.
 * @param fileNamesOf returns the names of the fields that contain files
 */
export function acceptUploads(
  scope: FastifyInstance,
  uploads: Uploads,
  fileNamesOf: (request: FastifyRequest) => readonly string[],
): void {
  scope.addHook('onRequest', (request, reply, done) => {
    // After a refusal, the rest of an upload is not worth reading.
    if (isUpload(request.headers)) reply.raw.shouldKeepAlive = false;
    done();
  });
  scope.addContentTypeParser('multipart/form-data', (request: FastifyRequest, body: IncomingMessage) =>
    uploads.read(body, {
      headers: request.headers,
      address: request.ip,
      fileNames: fileNamesOf(request),
    }),
  );
}
