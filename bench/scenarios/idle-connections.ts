import { readFileSync } from 'node:fs';
import type { Scenario } from '../bench.ts';
import type { IdleCrowd } from '../idle-crowd.ts';
import { paced } from '../paced.ts';
import { residentMb } from '../processes.ts';
import { median, percentile } from '../statistics.ts';
import { type Connection, connectMany, getRequest } from '../wire.ts';

const idle = 10_000;
const rounds = 3;
/**
 * Number of file descriptors that the site needs for libraries, caches and the ops port, in addition to those of the
 * connections.
 */
const spareFiles = 500;
const headers = { 'accept-encoding': 'br' };
const pace = { request: getRequest('/', headers), perSecond: 1500, seconds: 4, connections: 50 };

/** Returns the hard limit of open files. Node raises its soft limit to this value. */
function mostFiles(): number {
  const [, hard = ''] =
    /^Max open files\s+\d+\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard);
}

/**
 * Sends more requests than the measurement does, on few connections. Traffic makes the heap grow. After this warm-up,
 * the heap has grown already, so its growth does not count as a cost of idle connections.
 */
async function warmUp(port: number): Promise<void> {
  const connections = await connectMany(port, pace.connections);
  let left = idle * rounds;
  const walk = async (connection: Connection): Promise<void> => {
    while (left-- > 0) await connection.ask(pace.request);
  };
  await Promise.all(connections.map(walk));
  for (const connection of connections) connection.close();
}

/** Measures the memory of 10,000 idle connections, and the latency of cache hits with and without them. */
export const idleConnections: Scenario = {
  name: 'idleConnections',
  budgets: ['idleMemory', 'idleHits'],
  async run(bench) {
    const most = mostFiles();
    if (most < idle + spareFiles) {
      for (const budget of this.budgets)
        bench.notMeasured(budget, `a process may open ${most} files here (ulimit -Hn)`);
      return;
    }
    const site = await bench.site();
    const p99 = async () => percentile((await paced({ port: site.port, ...pace })).latenciesMs, 0.99);
    await warmUp(site.port);
    const quiet: number[] = [];
    const beside: number[] = [];
    const memory: number[] = [];
    for (let round = 0; round < rounds; round++) {
      quiet.push(await p99());
      const before = residentMb(site.pid);
      const crowd = await bench.run<IdleCrowd>('bench/idle-crowd.ts', [String(site.port), String(idle)], {});
      beside.push(await p99());
      const { open } = await crowd.ask<IdleCrowd>('who is there?');
      if (open < idle) throw new Error(`${idle - open} of ${idle} idle connections were closed`);
      memory.push(residentMb(site.pid) - before);
      await crowd.stop();
    }
    bench.measured('idleMemory', Math.max(...memory));
    bench.measured('idleHits', median(beside.map((value, round) => value / (quiet[round] ?? Number.NaN))));
    bench.say(
      `${idle.toLocaleString('en')} idle connections: ${memory.map((mb) => mb.toFixed(0)).join(', ')} MB more ` +
        `round by round; p99 of hits ${median(quiet).toFixed(2)} ms without, ${median(beside).toFixed(2)} ms beside them`,
    );
    await site.stop();
  },
};
