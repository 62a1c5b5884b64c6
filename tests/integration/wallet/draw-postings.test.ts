import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postNext } from '../../../platform/draws/poster.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { sealNext } from '../../../platform/wallet/seal.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now, historyDays: 1 });
});
afterAll(() => platform?.stop());

function rows<R extends Record<string, unknown>>(text: string) {
  return queryDatabase<R>(platform.databaseUrl, text);
}

async function one(text: string) {
  return Object.values((await rows(text))[0] ?? {})[0];
}

async function postAll(): Promise<number> {
  let posted = 0;
  while ((await postNext(platform.deps)) === 'draw') posted++;
  return posted;
}

const unposted = "select count(*)::int from draws where status = 'published' and posted_at is null";
const moved = "select coalesce(sum(balance_minor), 0)::text from ledger_accounts where owner <> 'house'";

describe('posting of generated draws', () => {
  it('happens only once for each draw, even with several concurrent processes', async () => {
    const held = await one(unposted);
    expect(held).toBeGreaterThan(300);
    const posted = await Promise.all([postAll(), postAll(), postAll()]);
    expect(posted.reduce((sum, count) => sum + count, 0)).toBe(held);
    expect(await one(unposted)).toBe(0);
    expect(await one('select count(*)::int from wins where posted_at is null')).toBe(0);
    expect(await postAll()).toBe(0);
  });

  it('pays the exact amount of every prize', async () => {
    expect(await one(moved)).toBe(await one('select sum(amount_minor)::text from wins'));
    expect(
      await rows(`
        select game_id, carry_minor::text as carry, balance.minor::text as held from draws
        join lateral (select sum(balance_minor) as minor from ledger_accounts
          where owner = 'house' and bucket = 'jackpot:' || game_id) balance on true
        where (game_id, draw_number) in (select game_id, max(draw_number) from draws
          where status = 'published' and game_id = 'jackpot' group by game_id) and carry_minor <> balance.minor`),
    ).toEqual([]);
    expect(await one("select sum(balance_minor)::text from ledger_accounts where bucket = 'sales'")).toBe(
      await one("select sum(sales_minor)::text from draws where status = 'published'"),
    );
  });

  it('leaves the ledger balanced', async () => {
    while ((await sealNext(platform.deps.database.db, platform.deps.clock)) > 0);
    expect(await checkLedger(platform.deps.database)).toMatchObject({ unsealed: null, findings: [] });
  });
});

it('a draw is published and posted to the ledger in one transaction', async () => {
  platform.clock.set(new Date('2026-11-21T13:02:00Z'));
  await platform.deps.engine.tick();
  expect(await one(unposted)).toBe(0);
  expect(await one(moved)).toBe(await one('select sum(amount_minor)::text from wins'));
  expect(
    await one(
      "select count(*)::int from draws where status = 'published' and posted_at <> published_at and draw_at > '2026-11-21T12:02:00Z'",
    ),
  ).toBe(0);
  expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
});
