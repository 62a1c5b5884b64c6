import type { FastifyInstance, FastifyRequest } from 'fastify';
import { codes } from '../../shared/contract/codes.ts';
import type { Credentials } from './credentials.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as received: signatures cover its exact bytes. */
    rawBody: Buffer | null;
  }
}

const noBody = Buffer.alloc(0);

/** The check before the body is read. @throws Refusal */
export async function checkKeys({ headers }: FastifyRequest, credentials: Credentials): Promise<void> {
  if (!credentials.areKeys(headers)) throw new Refusal(codes.apiKeyWrong);
}

/** The check of the whole request. @throws Refusal */
export async function checkSignature(
  { method, url, headers, rawBody }: FastifyRequest,
  credentials: Credentials,
): Promise<void> {
  const isGenuine = await credentials.isGenuine({ method, url, headers, body: rawBody ?? noBody });
  if (!isGenuine) throw new Refusal(codes.apiKeyWrong);
}

/** Every request of this scope must carry the site's credentials, also one without a route. */
export function requireCredentials(scope: FastifyInstance, credentials: Credentials): void {
  scope.addHook('onRequest', (request) => checkKeys(request, credentials));
  scope.addHook('preValidation', (request) => checkSignature(request, credentials));
}
