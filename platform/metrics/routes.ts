import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../db/database.ts';
import { type Backlog, readBacklog } from './backlog.ts';

interface MetricsDeps {
  db: Queryable;
  clock: { now(): Date };
}

/** Creates the gauges. The package prom-client is loaded at the first scrape, because it would slow down the start. */
async function createGauges() {
  const { Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  const backlog = (name: string, what: string, label: string) => {
    const common = { labelNames: [label], registers: [registry] };
    const count = new Gauge({
      name: `golden_lotto_${name}s_waiting`,
      help: `Number of waiting ${what}, at most 10,000 of each ${label}`,
      ...common,
    });
    const oldest = new Gauge({
      name: `golden_lotto_${name}_oldest_seconds`,
      help: `Age of the oldest of the waiting ${what}; 0 if there are none`,
      ...common,
    });
    return (found: ReadonlyMap<string, Backlog>) => {
      for (const [value, one] of found) {
        count.set({ [label]: value }, one.count);
        oldest.set({ [label]: value }, one.oldestSeconds);
      }
    };
  };
  return {
    registry,
    payouts: backlog('payout', 'withdrawals and payouts', 'state'),
    mails: backlog('mail', 'mails and text messages', 'kind'),
  };
}

/** Registers `/metrics` for Prometheus. All platform processes that share a database return the same figures. */
export function registerMetrics(app: FastifyInstance, { db, clock }: MetricsDeps): void {
  let gauges: ReturnType<typeof createGauges> | undefined;
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      const { payouts, mails } = await readBacklog(db, clock.now());
      gauges ??= createGauges();
      const { registry, ...set } = await gauges;
      set.payouts(payouts);
      set.mails(mails);
      reply.type(registry.contentType);
      return await registry.metrics();
    } catch (error) {
      request.log.warn({ err: error }, 'metrics could not be read');
      return reply.code(503).type('text/plain').send('the database does not answer\n');
    }
  });
}
