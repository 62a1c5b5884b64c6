import type { FastifyInstance } from 'fastify';

export interface Health {
  /** Null when every call can be answered; else why not, in a few words for an operator. */
  notReady(): Promise<string | null>;
  /** Whom a newcomer can log in as; null: nobody. */
  demoPlayer(): string | null;
}

/** `/healthz`: the process answers. `/readyz`: the database does too, and the first start has made its history. */
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
