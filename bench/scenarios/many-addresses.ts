import { addressOf } from '../addresses.ts';
import type { Scenario } from '../bench.ts';
import { residentMb } from '../processes.ts';
import { median } from '../statistics.ts';
import { type Connection, connectMany, getRequest } from '../wire.ts';

const addresses = 1_000_000;
const connectionsOpen = 64;
const sampleMs = 250;
/** Maximum share of requests that the site may reject. */
const mostShed = 0.01;

/** Checks that the site's memory stays bounded when clients request a million different URLs. */
export const manyAddresses: Scenario = {
  name: 'manyAddresses',
  budgets: ['manyAddressesMemory'],
  async run(bench) {
    const site = await bench.site();
    const before = residentMb(site.pid);
    const samples: { done: number; mb: number }[] = [];
    const statuses: Record<number, number> = {};
    let next = 0;
    let done = 0;
    const startedAt = performance.now();
    const sampler = setInterval(() => samples.push({ done, mb: residentMb(site.pid) }), sampleMs);
    const walk = async (connection: Connection): Promise<void> => {
      while (next < addresses) {
        const { status } = await connection.ask(getRequest(addressOf(next++)));
        statuses[status] = (statuses[status] ?? 0) + 1;
        done++;
      }
    };
    const connections = await connectMany(site.port, connectionsOpen);
    try {
      await Promise.all(connections.map(walk));
    } finally {
      clearInterval(sampler);
      for (const connection of connections) connection.close();
    }
    const seconds = (performance.now() - startedAt) / 1000;
    // An overloaded site may answer with 503 and Retry-After, but this answer must be rare.
    const shed = statuses[503] ?? 0;
    const failed = Object.keys(statuses).some((status) => Number(status) >= 500 && status !== '503');
    if (failed || shed > addresses * mostShed) throw new Error(`answered with ${JSON.stringify(statuses)}`);
    /**
     * Returns the median memory between two points of the run, which are given as fractions of the run. The median
     * ignores the dips after garbage collections.
     */
    const within = (from: number, to: number) =>
      median(
        samples
          .filter((sample) => sample.done >= from * addresses && sample.done <= to * addresses)
          .map(({ mb }) => mb),
      );
    // Peak memory. At the peak, the page cache and the data cache are full, and V8 has not collected all garbage yet.
    const most = Math.max(...samples.map(({ mb }) => mb));
    bench.measured('manyAddressesMemory', most);
    bench.say(
      `${addresses.toLocaleString('en')} addresses in ${seconds.toFixed(0)} s: ${before.toFixed(0)} MB before, ` +
        `${within(0.4, 0.5).toFixed(0)} MB halfway, ${within(0.9, 1).toFixed(0)} MB at the end, ` +
        `${most.toFixed(0)} MB at most; answers by status ${JSON.stringify(statuses)}`,
    );
    await site.stop();
  },
};
