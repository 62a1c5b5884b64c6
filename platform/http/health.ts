import type { FastifyInstance } from 'fastify';

export interface Health {
  /** Null when calls can be answered, else the reason in a few words for the operator. */
  notReady(): Promise<string | null>;
  /** Username of the demo player. Null without one. */
  demoPlayer(): string | null;
}

/** `/healthz`: the process is alive. `/readyz`: the database answers too, and the start is complete. */
export function registerHealth(app: FastifyInstance, health: Health): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const reason = await health.notReady();
    const demoPlayer = health.demoPlayer();
    if (reason === null) return { status: 'ready', ...(demoPlayer === null ? {} : { demoPlayer }) };
    return reply.code(503).send({ status: 'not ready', reason });
  });
}
