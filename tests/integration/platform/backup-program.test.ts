import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostmaster } from '../../../platform/db/postmaster.ts';
import { testKeys } from '../../helpers/platform.ts';
import { startPlatformProcess } from '../../helpers/platform-process.ts';
import { startProgram } from '../../helpers/program.ts';

let root: string;
/** A data folder (DATA_DIR) with the database of a platform that was started and stopped. */
let used: string;

const run = async (args: string[], env: Record<string, string>) => {
  const program = startProgram(['dist/platform/backup/main.js', ...args], env);
  const { code } = await program.ended;
  return { code, output: program.output() };
};
const folderOf = (output: string): string => /^\/\S+$/m.exec(output)?.[0] ?? '';
const isRunning = async (dataDir: string): Promise<boolean> =>
  (await findPostmaster(join(dataDir, 'postgres'))) !== null;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'golden-lotto-backup-'));
  await chmod(root, 0o755);
  used = join(root, 'used');
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('backup program with embedded databases', () => {
  it('backs up both a running and a stopped platform', async () => {
    const env = { DATA_DIR: used, SEED_PLAYERS: '0', DRAW_SEAL_KEY: testKeys.drawSealKey };
    const platform = await startPlatformProcess(env);
    await platform.waitForOutput(/the platform is ready/);
    const running = await run(['backup', join(root, 'backups')], { DATA_DIR: used });
    expect(running.code).toBe(0);
    expect(await isRunning(used)).toBe(true);
    await platform.signal('SIGTERM');

    const stopped = await run(['backup', join(root, 'later')], { DATA_DIR: used });
    expect(stopped.code).toBe(0);
    expect(await isRunning(used)).toBe(false);
    expect(stopped.output).toMatch(/Warning: the seeds of [1-9]\d* draws .*secrets\.json/);
    expect(stopped.output).toContain(`copy ${join(used, 'documents')} as well`);
    expect((await stat(folderOf(stopped.output))).mode & 0o077).toBe(0);
  });

  it('restores into a new DATA_DIR', async () => {
    const [name = ''] = await readdir(join(root, 'later'));
    const fresh = join(root, 'fresh');
    const backup = join(root, 'later', name);
    const restored = await run(['restore', backup], { DATA_DIR: fresh });
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('restored as of') });
    expect(restored.output).toContain(`put the old secrets.json into ${fresh}`);
    expect(await isRunning(fresh)).toBe(false);

    const env = { DATA_DIR: fresh, SEED_PLAYERS: '0', DRAW_SEAL_KEY: testKeys.drawSealKey };
    const platform = await startPlatformProcess(env);
    await platform.waitForOutput(/the platform is ready/);
    await platform.signal('SIGTERM');

    const again = await run(['restore', backup], { DATA_DIR: fresh });
    expect(again).toMatchObject({ code: 73, output: expect.stringContaining('another DATA_DIR') });
  });

  it('creates no database if there is nothing to back up or restore', async () => {
    const nowhere = join(root, 'nowhere');
    expect(await run(['backup', root], { DATA_DIR: nowhere })).toMatchObject({ code: 78 });
    expect(await run(['restore', root], { DATA_DIR: nowhere })).toMatchObject({ code: 65 });
    await expect(stat(nowhere)).rejects.toThrow('ENOENT');
  });
});

it.each([
  [[], {}, 64, 'Usage:'],
  [['backup', '/tmp'], { DATABASE_URL: 'mysql://x' }, 78, 'DATABASE_URL must look like'],
  [['backup', '/tmp'], { DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/x' }, 69, 'cannot be reached'],
])(
  'the backup program reports why it cannot run with the arguments %j and the environment %j',
  async (args, env, code, line) => {
    const ended = await run(args, env);
    expect(ended).toMatchObject({ code, output: expect.stringContaining(line) });
    expect(ended.output).not.toContain('hidden');
  },
);
