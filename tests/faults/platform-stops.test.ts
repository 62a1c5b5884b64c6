import { Agent, request } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { authHeaders, startPlatform, type TestPlatform, testKeys } from '../helpers/platform.ts';
import { operatorEnv, type PlatformProcess, startPlatformProcess } from '../helpers/platform-process.ts';

const CLIENTS = 16;
let first: TestPlatform;
let running: PlatformProcess;
const agents: Agent[] = [];

afterAll(async () => {
  for (const agent of agents) agent.destroy();
  await running?.signal('SIGKILL');
  await first?.stop();
});

/** Makes one call on a keep-alive connection, without retries. */
const callOn = (agent: Agent, call: string, data: unknown): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(running.url);
    const headers = { 'content-type': 'application/json', ...authHeaders };
    const asked = request(
      { hostname, port, method: 'POST', path: `/api/v1/${call}`, headers, agent },
      (response) => {
        response.resume();
        response.on('error', reject);
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    asked.on('error', reject);
    asked.end(
      JSON.stringify({ ucid: testKeys.ucid, channel: 2, device_type: 'DESKTOP', app_type: 'WEB', data }),
    );
  });

it('a platform that shuts down under load completes every accepted call', async () => {
  first = await startPlatform();
  running = await startPlatformProcess(operatorEnv(first.databaseUrl));
  await running.waitForOutput(/the platform is ready/);
  let answered = 0;
  /** Sends calls without a pause until the connection is refused. */
  const client = async (index: number): Promise<string> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    for (let count = index; ; count++) {
      const [call, data] =
        count % 2 === 0 ? ['upcomingDraw', { action: 'upcomingDraw' }] : (['gameList', {}] as const);
      try {
        const status = await callOn(agent, call, data);
        if (status !== 200) return `status ${status}`;
        answered++;
      } catch (error) {
        return error instanceof Error && 'code' in error ? String(error.code) : String(error);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_none, index) => client(index));
  await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(200);
  void running.signal('SIGTERM');
  // No connection was reset. The platform closed each connection after a complete answer, and then refused the next
  // connection of the client.
  expect(new Set(await Promise.all(clients))).toEqual(new Set(['ECONNREFUSED']));
  expect(await running.ended).toEqual({ code: 0, signal: null });
});
