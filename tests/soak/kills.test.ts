import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmbeddedCluster, type EmbeddedCluster } from '../../platform/db/embedded.ts';
import { bindable, findPostmaster } from '../../platform/db/postmaster.ts';
import { brokenInvariants, changedResults, progress, publishedResults } from '../helpers/draw-invariants.ts';
import { startPlatform, testKeys } from '../helpers/platform.ts';
import { type Program, startProgram } from '../helpers/program.ts';
import { createPlan } from './plan.ts';

const run = promisify(execFile);
const HOUR_MS = 3_600_000;
/** The approximate number of draws of all games in an hour. */
const DRAWS_AN_HOUR = 17;
const patience = { timeout: 120_000, interval: 100 };
type Victim = 'site' | 'platform' | 'postgres' | 'supervisor';
const victims: readonly (readonly Victim[])[] = [
  ['site'],
  ['platform'],
  ['postgres'],
  ['supervisor'],
  ['platform', 'postgres'],
  ['site', 'platform', 'postgres', 'supervisor'],
];

let dataDir: string;
let cluster: EmbeddedCluster;
let databaseUrl: string;
let env: Record<string, string>;
let whole: Program | null = null;
const plan = createPlan('kills');

const free = async () => String(await bindable(0));

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'golden-lotto-soak-'));
  await chmod(dataDir, 0o755);
  cluster = createEmbeddedCluster(dataDir);
  await cluster.ensureRunning();
  const { host, port, user, password, database } = cluster.connection();
  databaseUrl = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
  // The clock of this platform is several hours behind. Therefore each platform that starts later has overdue draws,
  // which a kill can interrupt.
  const hours = 6 + Math.ceil(plan.lengthMs / 60_000) * 4;
  const first = await startPlatform({
    beside: { databaseUrl },
    now: new Date(Date.now() - hours * HOUR_MS),
    seedPlayers: true,
  });
  await first.deps.engine.tick();
  first.clock.advance(10 * 60_000);
  await first.deps.engine.tick();
  await first.stop();
  env = {
    DATA_DIR: dataDir,
    PORT: await free(),
    OPS_PORT: await free(),
    PLATFORM_PORT: await free(),
    PLATFORM_API_KEY: testKeys.apiKey,
    PLATFORM_HASH: testKeys.hash,
    DRAW_SEAL_KEY: testKeys.drawSealKey,
    PURGE_TOKEN: 'soak-purge-token-0123456789',
  };
});
afterAll(async () => {
  await whole?.signal('SIGTERM');
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () => {
  whole = startProgram(['bin/start.js'], env);
  return whole;
};

/**
 * Returns the process id of the victim (the process to kill), or null if the process does not run. The site and the
 * platform are child processes of the supervisor and are identified by their file names.
 */
const pidOf = async (victim: Victim, supervisor: Program): Promise<number | null> => {
  if (victim === 'supervisor') return supervisor.pid;
  if (victim === 'postgres') return (await findPostmaster(join(dataDir, 'postgres')))?.pid ?? null;
  const { stdout } = await run('ps', ['-o', 'pid=,args=', '--ppid', String(supervisor.pid)]).catch(() => ({
    stdout: '',
  }));
  const file = victim === 'site' ? 'dist/server/main.js' : 'dist/platform/main.js';
  const line = stdout.split('\n').find((one) => one.includes(file));
  return line ? Number(line.trim().split(' ')[0]) : null;
};

const isAnswered = async (path: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${env['PORT']}${path}`).then(
    ({ ok }) => ok,
    () => false,
  );
/**
 * Waits until the child processes of a killed supervisor have stopped by themselves, and starts the supervisor again.
 */
const startAgain = async (killed: Program): Promise<Program> => {
  await killed.ended;
  await expect.poll(() => isAnswered('/healthz'), patience).toBe(false);
  const next = start();
  await next.waitForOutput(/Golden Lotto runs/);
  return next;
};
const latestResults = () =>
  fetch(`http://127.0.0.1:${env['PORT']}/results/latest.json`).then((answer) => answer.text());
const books = () => progress(databaseUrl).catch(() => null);

it('the site and the platform recover from every killed process, and no draw is lost, duplicated or changed', async () => {
  const { chance, goesOn, say } = plan;
  let supervisor = start();
  await supervisor.waitForOutput(/Golden Lotto runs/);
  let known = new Map<string, string>();
  let rounds = 0;
  for (; goesOn(); rounds++) {
    const before = (await books())?.published ?? 0;
    const enough = before + chance.between(0, DRAWS_AN_HOUR);
    // Wait until a random number of further draws is published, but at most about 1.5 s. Then wait for a random time,
    // so that the kill comes at a random moment.
    for (let looks = 0; looks < 30 && ((await books())?.published ?? 0) < enough; looks++) await wait(50);
    await wait(chance.between(0, 400));
    const who = chance.pick(victims);
    const pids = await Promise.all(who.map((victim) => pidOf(victim, supervisor)));
    for (const pid of pids) {
      try {
        if (pid) process.kill(pid, 'SIGKILL');
      } catch {
        // This process has already exited, because the loop has killed another process on which it depends.
      }
    }
    const killedAt = Date.now();
    if (who.includes('supervisor')) supervisor = await startAgain(supervisor);
    await expect
      .poll(async () => (await isAnswered('/')) && (await isAnswered('/readyz')), patience)
      .toBe(true);
    await expect.poll(async () => (await books()) !== null, patience).toBe(true);
    const results = await publishedResults(databaseUrl);
    expect(changedResults(known, results), `after ${who.join(', ')}`).toEqual([]);
    expect(await brokenInvariants(databaseUrl), `after ${who.join(', ')}`).toEqual([]);
    known = results;
    say(`${who.join(' and ')} killed: up after ${Date.now() - killedAt} ms, ${results.size} draws in order`);
  }
  await expect.poll(async () => (await books())?.overdue, { ...patience, timeout: 240_000 }).toBe(0);
  expect(await brokenInvariants(databaseUrl)).toEqual([]);
  expect(changedResults(known, await publishedResults(databaseUrl))).toEqual([]);
  // The site shows the newest result, which was published after the last kill.
  const newest = Math.max(
    ...[...(await publishedResults(databaseUrl)).keys()].map((drawId) =>
      Number(/^jaldi-(\d+)$/.exec(drawId)?.[1] ?? 0),
    ),
  );
  await expect.poll(latestResults, patience).toContain(`"drawId":"jaldi-${newest}"`);
  say(`${rounds} rounds; nothing is overdue, and the books are in order`);
});
