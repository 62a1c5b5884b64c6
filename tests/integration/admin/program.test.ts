import { afterAll, beforeAll, expect, it } from 'vitest';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { type Ending, startProgram } from '../../helpers/program.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), catalogue: gamesOf('jaldi') });
});
afterAll(() => platform?.stop());

async function run(args: string[], env: Record<string, string>): Promise<Ending & { output: string }> {
  const program = startProgram(['dist/platform/admin/main.js', ...args], env);
  return { ...(await program.ended), output: program.output() };
}

it('the admin program runs beside a platform that uses the same database', async () => {
  const player = await fundedPlayer(platform);
  const env = { DATABASE_URL: platform.databaseUrl, DRAW_SEAL_KEY: testKeys.drawSealKey, USER: 'asha' };
  const suspended = await run(['players', 'suspend', player.accountId, '--reason', 'Asked for'], env);
  expect(suspended).toMatchObject({ code: 0, output: expect.stringContaining('Line 1 of the log.') });
  expect((await player.call('wallet', {})).body.firstCode).toBe('15107');
  const log = await run(['log', '--check'], env);
  expect(log).toMatchObject({ code: 0, output: expect.stringContaining('1 line, newest hash: ') });
});

it('the admin program has separate exit codes for an unusable database and for wrong usage', async () => {
  const elsewhere = new URL(platform.databaseUrl);
  elsewhere.port = '1';
  const empty = new URL(platform.databaseUrl);
  empty.pathname = '/postgres';
  const list = ['withdrawals', 'list'];
  const [unreachable, other, nothing, misused] = await Promise.all([
    run(list, { DATABASE_URL: elsewhere.href }),
    run(list, { DATABASE_URL: empty.href }),
    run(list, { DATA_DIR: '/nowhere/at/all' }),
    run(['withdrawals', 'burn'], { DATABASE_URL: elsewhere.href }),
  ]);
  expect(unreachable).toMatchObject({ code: 1, output: expect.stringContaining('ECONNREFUSED') });
  expect(other).toMatchObject({ code: 1, output: expect.stringContaining('start the platform once') });
  expect(nothing).toMatchObject({
    code: 78,
    output: expect.stringContaining('/nowhere/at/all holds no database'),
  });
  expect(misused).toMatchObject({
    code: 2,
    output: expect.stringContaining('unknown command: withdrawals burn'),
  });
});
