import type { FastifyInstance } from 'fastify';

export interface Health {
  /** Returns null if API calls can be answered. Otherwise returns the reason in a few words for the operator. */
  notReady(): Promise<string | null>;
  /** Returns the username of the demo player, or null if there is no demo player. */
  demoPlayer(): string | null;
}

/** Registers `/healthz` (the process is alive) and `/readyz` (the start is complete and the database answers). */
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
