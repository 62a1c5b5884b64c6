import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import type { Program } from '../helpers/program.ts';
import { operatorEnv, spawnSite } from '../helpers/site-process.ts';
import { createPlan } from './plan.ts';

const CLIENTS = 12;
const LOOK_MS = 100;
/**
 * The delay is longer than LOOK_MS, the interval at which the load balancer checks the instances. The load balancer
 * therefore stops sending requests to an instance before the instance closes its port.
 */
const SHUTDOWN_DELAY_MS = '1000';

interface Instance {
  site: Program;
  origin: string;
  opsOrigin: string;
  isReady: boolean;
}

let platform: TestPlatform;
const instances: Instance[] = [];

const local = (port: string | undefined) => `http://127.0.0.1:${port}`;

const startInstance = async (): Promise<Instance> => {
  // Load shedding is off, because other tests cover it.
  const site = spawnSite({ ...operatorEnv(platform.url), SHUTDOWN_DELAY_MS });
  const [, port, opsPort] = await site.waitForOutput(/"port":(\d+),"opsPort":(\d+)/);
  return { site, origin: local(port), opsOrigin: local(opsPort), isReady: true };
};

beforeAll(async () => {
  platform = await startPlatform();
  instances.push(await startInstance(), await startInstance());
});
afterAll(async () => {
  await Promise.all(instances.map(({ site }) => site.signal('SIGKILL')));
  await platform?.stop();
});

const pathsOf = (index: number) => [
  '/',
  '/results',
  '/faq',
  '/results/latest.json',
  '/robots.txt',
  // The clients request different date ranges, so that the site must render pages throughout the test.
  `/results?from=2026-11-${10 + (index % 9)}&to=2026-11-2${index % 2}`,
];

/** Sends one request without retries on a keep-alive connection. */
const get = (agent: Agent, origin: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const asked = request({ hostname, port, path, agent }, (response) => {
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      response.on('error', reject);
      response.on('end', () => resolve(bytes > 0 ? (response.statusCode ?? 0) : 0));
    });
    asked.on('error', reject);
    asked.end();
  });

it('two instances can be replaced repeatedly under load without a failed request', async () => {
  const { chance, goesOn, say } = createPlan('stops');
  const over = new AbortController();
  const failures: string[] = [];
  let answered = 0;
  /**
   * Simulates a load balancer, which checks the readiness of each instance. Clients send requests only to ready
   * instances.
   */
  const balance = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await Promise.all(
        instances.map(async (instance) => {
          const isReady = await fetch(`${instance.opsOrigin}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          );
          instance.isReady = isReady;
        }),
      );
      await wait(LOOK_MS);
    }
  };
  const visit = async (index: number): Promise<void> => {
    const paths = pathsOf(index);
    const agents = new Map<string, Agent>();
    for (let count = index; !over.signal.aborted; count++) {
      const ready = instances.filter(({ isReady }) => isReady);
      const instance = ready[count % ready.length];
      if (!instance) {
        failures.push('no instance is ready');
        return;
      }
      const agent = agents.get(instance.origin) ?? new Agent({ keepAlive: true, maxSockets: 1 });
      agents.set(instance.origin, agent);
      const path = paths[count % paths.length] ?? '/';
      const status = await get(agent, instance.origin, path).catch((error: unknown) => String(error));
      if (status === 200) answered++;
      else failures.push(`${path}: ${status}`);
      await wait(5);
    }
    for (const agent of agents.values()) agent.destroy();
  };
  const running = [balance(), ...Array.from({ length: CLIENTS }, (_none, index) => visit(index))];
  let replaced = 0;
  for (; goesOn() && failures.length === 0; replaced++) {
    await wait(chance.between(0, 1500));
    const which = chance.between(0, 1);
    const old = instances[which];
    if (!old) throw new Error('two instances run');
    const { code } = await old.site.signal('SIGTERM');
    if (code !== 0) failures.push(`an instance ended with ${code}`);
    instances[which] = await startInstance();
  }
  over.abort();
  await Promise.all(running);
  say(`${replaced} instances replaced, ${answered} requests answered, ${failures.length} failed`);
  expect(failures).toEqual([]);
  expect(replaced).toBeGreaterThan(0);
});
