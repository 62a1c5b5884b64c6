import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { answeredAs } from '../trace/request-context.ts';

/** Registers the liveness and readiness probes. The process is ready when the pages of the menu bar are cached. */
export function registerHealth(app: FastifyInstance, { state }: Deps): void {
  app.get('/healthz', (_request, reply) => {
    answeredAs('none', 'health');
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
  app.get('/readyz', (_request, reply) => {
    answeredAs('none', 'health');
    return reply
      .header('cache-control', 'no-store')
      .code(state.ready ? 200 : 503)
      .send({ status: state.ready ? 'ready' : 'not ready' });
  });
}
