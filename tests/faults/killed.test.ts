import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmbeddedCluster, type EmbeddedCluster } from '../../platform/db/embedded.ts';
import { bindable, findPostmaster } from '../../platform/db/postmaster.ts';
import { brokenInvariants, changedResults, progress, publishedResults } from '../helpers/draw-invariants.ts';
import { ask } from '../helpers/http.ts';
import { startPlatform, testKeys } from '../helpers/platform.ts';
import { type PlatformProcess, startPlatformProcess } from '../helpers/platform-process.ts';
import type { Program } from '../helpers/program.ts';
import { operatorEnv, spawnSite } from '../helpers/site-process.ts';

const HOUR_MS = 3_600_000;
const patience = { timeout: 60_000, interval: 50 };
let dataDir: string;
let cluster: EmbeddedCluster;
let databaseUrl: string;
let platformPort: string;
const running: Program[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'golden-lotto-killed-'));
  await chmod(dataDir, 0o755);
  cluster = createEmbeddedCluster(dataDir);
  await cluster.ensureRunning();
  const { host, port, user, password, database } = cluster.connection();
  databaseUrl = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
  platformPort = String(await bindable(0));
  // The clock of the first platform is five hours slow. This platform sells tickets and stops, so many draws are
  // overdue when the next platform starts.
  const now = new Date(Date.now() - 5 * HOUR_MS);
  const first = await startPlatform({ beside: { databaseUrl }, now, seedPlayers: true });
  await first.deps.engine.tick();
  first.clock.advance(10 * 60_000);
  await first.deps.engine.tick();
  await first.stop();
});
afterAll(async () => {
  for (const program of running) await program.signal('SIGKILL');
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const startPlatformAgain = async (): Promise<PlatformProcess> => {
  const program = await startPlatformProcess({
    DATA_DIR: dataDir,
    PLATFORM_PORT: platformPort,
    PLATFORM_API_KEY: testKeys.apiKey,
    PLATFORM_HASH: testKeys.hash,
    DRAW_SEAL_KEY: testKeys.drawSealKey,
    SEED_PLAYERS: '1',
  });
  running.push(program);
  return program;
};
const startSiteAgain = async (): Promise<Program & { origin: string }> => {
  const program = spawnSite(operatorEnv(`http://127.0.0.1:${platformPort}`));
  running.push(program);
  const [, port] = await program.waitForOutput(/"port":(\d+),"opsPort":\d+[^\n]*the site is ready/);
  return { ...program, origin: `http://127.0.0.1:${port}` };
};
const killPostgres = async (): Promise<void> => {
  const postmaster = await findPostmaster(join(dataDir, 'postgres'));
  if (!postmaster) throw new Error('no server runs');
  process.kill(postmaster.pid, 'SIGKILL');
};
/**
 * Polls the progress of the draws until the progress meets the condition. While the database restarts, the condition
 * counts as not met.
 */
const until = (isTrue: (now: { published: number; overdue: number }) => boolean) =>
  expect.poll(() => progress(databaseUrl).then(isTrue, () => false), patience).toBe(true);

it('no draw is lost, duplicated or changed when the database, the platform and the site are killed during draws', async () => {
  let { published } = await progress(databaseUrl);
  const platform = await startPlatformAgain();
  await until((now) => now.published >= published + 10);
  const early = await publishedResults(databaseUrl);

  // Kill only the database. The platform restarts the database and continues.
  await killPostgres();
  await until((now) => now.published >= early.size + 10);
  expect(changedResults(early, await publishedResults(databaseUrl))).toEqual([]);

  // Kill all programs at once, as in a power failure.
  const site = await startSiteAgain();
  ({ published } = await progress(databaseUrl));
  await Promise.all([killPostgres(), platform.signal('SIGKILL'), site.signal('SIGKILL')]);

  const last = await startPlatformAgain();
  const again = await startSiteAgain();
  await until((now) => now.overdue === 0);
  expect(await brokenInvariants(databaseUrl)).toEqual([]);
  const results = await publishedResults(databaseUrl);
  expect(changedResults(early, results)).toEqual([]);
  expect(results.size).toBeGreaterThan(5 * 12);

  // The site has received the newest result, which was published after the restart.
  const newest = Math.max(
    ...[...results.keys()].map((drawId) => Number(/^jaldi-(\d+)$/.exec(drawId)?.[1] ?? 0)),
  );
  await expect
    .poll(async () => (await ask(again.origin, '/results/latest.json')).text, patience)
    .toContain(`"drawId":"jaldi-${newest}"`);
  expect((await ask(again.origin, `/results/golden-jaldi/${newest}`)).status).toBe(200);
  expect(await again.signal('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(await last.signal('SIGTERM')).toEqual({ code: 0, signal: null });
});
