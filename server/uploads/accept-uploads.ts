import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUpload, type Uploads } from './uploads.ts';

/**
 * Lets the routes of a Fastify scope accept uploads. The parsed body of an upload request is an `Upload`.
 * @param fileNamesOf returns the names of the fields that contain files
 */
export function acceptUploads(
  scope: FastifyInstance,
  uploads: Uploads,
  fileNamesOf: (request: FastifyRequest) => readonly string[],
): void {
  scope.addHook('onRequest', (request, reply, done) => {
    // Close the connection after an upload, so that the rest of a refused upload need not be read.
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
