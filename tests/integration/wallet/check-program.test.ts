import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealNext } from '../../../platform/wallet/seal.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { type Ending, startProgram } from '../../helpers/program.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), catalogue: gamesOf('jaldi') });
});
afterAll(() => platform?.stop());

async function check(env: Record<string, string>): Promise<Ending & { output: string }> {
  const program = startProgram(['dist/platform/wallet/check-main.js'], env);
  return { ...(await program.ended), output: program.output() };
}

function ours() {
  return check({ DATABASE_URL: platform.databaseUrl });
}

it('`ledger:check` exits with 0 for a correct ledger', async () => {
  await fundedPlayer(platform, { funds: { deposit: 5_00, winnings: 6_00 } });
  const { database, clock } = platform.deps;
  await sealNext(database.db, clock);
  const [seal] = await queryDatabase<{ hash: string }>(platform.databaseUrl, 'select hash from ledger_seals');
  await fundedPlayer(platform, { funds: { deposit: 7_00 } });
  const { code, output } = await ours();
  expect(output).toContain('3 transfers, ');
  expect(output).toContain(`newest seal: ${seal?.hash}`);
  expect(output).toContain('not sealed yet: 1 transfer, 3 to 3');
  expect(output).toContain('The ledger is clean.');
  expect(code).toBe(0);
});

it('`ledger:check` names a changed transfer and exits with 1', async () => {
  await queryDatabase(
    platform.databaseUrl,
    `set session_replication_role = replica;
     update ledger_entries set amount_minor = amount_minor + 1 where transfer_id = 2 and amount_minor > 0`,
  );
  const { code, output } = await ours();
  expect(output).toContain('WRONG: transfer 2: its entries sum to 1');
  expect(output).toContain('WRONG: seal 1 does not fit what it seals');
  expect(output).toContain('The ledger is wrong: ');
  expect(code).toBe(1);
});

it('`ledger:check` reports why it could not check the ledger', async () => {
  const elsewhere = new URL(platform.databaseUrl);
  elsewhere.port = '1';
  const unreachable = await check({ DATABASE_URL: elsewhere.href });
  expect(unreachable.code).toBe(2);
  expect(unreachable.output).toMatch(/^The ledger was not checked: .*ECONNREFUSED/);
  const empty = new URL(platform.databaseUrl);
  empty.pathname = '/postgres';
  expect(await check({ DATABASE_URL: empty.href })).toMatchObject({
    code: 2,
    output: 'The ledger was not checked: this database holds no ledger\n',
  });
  const nothing = await check({ DATA_DIR: '/nowhere/at/all' });
  expect(nothing.code).toBe(78);
  expect(nothing.output).toContain('/nowhere/at/all holds no database');
});
