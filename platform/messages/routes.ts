import type { FastifyInstance, FastifyRequest } from 'fastify';
import { codes } from '../../shared/contract/codes.ts';
import type { Credentials } from '../http/credentials.ts';
import { Refusal } from '../http/refusal.ts';
import { checkKeys, checkSignature } from '../http/require-credentials.ts';
import type { Messages } from './service.ts';

const longestAddress = 64;
const loopbackPeer = /^(?:127(?:\.\d+){3}|::1|::ffff:127(?:\.\d+){3})$/;
const loopbackHost = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/;

/**
 * Returns whether the request comes from this machine. The function also checks the Host header, because the peer is
 * local even if the request comes through DNS rebinding or a local proxy. The header then contains a public name.
 */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  return loopbackPeer.test(socket.remoteAddress ?? '') && loopbackHost.test(headers.host ?? '');
}

/**
 * Serves GET /outbox?to=…, which returns the messages in the outbox for an address or number. The platform registers
 * this route only if the outbox is on.
 */
export function registerOutbox(
  app: FastifyInstance,
  {
    messages,
    credentials,
    isReady,
  }: { messages: Messages; credentials: Credentials; isReady: () => boolean },
): void {
  app.get<{ Querystring: { to?: unknown } }>('/outbox', async (request, reply) => {
    if (!isLocal(request)) {
      await checkKeys(request, credentials);
      await checkSignature(request, credentials);
    }
    if (!isReady()) throw new Refusal(codes.technicalIssue);
    const { to } = request.query;
    if (typeof to !== 'string' || to.trim() === '' || to.length > longestAddress)
      throw Refusal.ofFields({ to: 'field.wrong' });
    // Treat a leading space as a plus, because an unescaped plus arrives as a space.
    const address = to
      .replace(/^ (?=\d)/, '+')
      .trim()
      .toLowerCase();
    reply.header('cache-control', 'no-store');
    return { to: address, messages: await messages.outbox(address) };
  });
}
