import type { FastifyInstance, FastifyRequest } from 'fastify';
import { codes } from '../../shared/contract/codes.ts';
import type { Credentials } from './credentials.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of the body as received, because a signature covers exactly these bytes. */
    rawBody: Buffer | null;
  }
}

const noBody = Buffer.alloc(0);

/**
 * Checks the headers before the body is read.
 * @throws Refusal if the headers are wrong
 */
export async function checkKeys({ headers }: FastifyRequest, credentials: Credentials): Promise<void> {
  if (!credentials.areKeys(headers)) throw new Refusal(codes.apiKeyWrong);
}

/**
 * Checks the signature of the whole request.
 * @throws Refusal if the signature is wrong or was used before
 */
export async function checkSignature(
  { method, url, headers, rawBody }: FastifyRequest,
  credentials: Credentials,
): Promise<void> {
  const isGenuine = await credentials.isGenuine({ method, url, headers, body: rawBody ?? noBody });
  if (!isGenuine) throw new Refusal(codes.apiKeyWrong);
}

/** Requires the site's credentials in every request of this scope, even if no route matches it. */
export function requireCredentials(scope: FastifyInstance, credentials: Credentials): void {
  scope.addHook('onRequest', (request) => checkKeys(request, credentials));
  scope.addHook('preValidation', (request) => checkSignature(request, credentials));
}
