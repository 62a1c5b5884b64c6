import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

let platform: TestPlatform;
let player: FundedPlayer;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), catalogue: gamesOf('jaldi') });
  player = await fundedPlayer(platform);
});
afterAll(() => platform?.stop());

const lists = [
  'transaction/transactionSummary',
  'transaction/purchaseSummary',
  'transaction/gameHistorySummary',
  'transaction/withdrawSummary',
  'transaction/depositSummary',
] as const;

describe.each(lists)('call `%s`', (name) => {
  const wrong: [string, Record<string, unknown>, string, string][] = [
    ['an impossible day', { from: '2026-02-30' }, 'from', 'results.error_date'],
    ['a day in words', { to: 'yesterday' }, 'to', 'results.error_date'],
    ['the year 1', { from: '0001-01-01' }, 'from', 'results.error_date'],
    ['an end before the beginning', { from: '2026-11-20', to: '2026-11-19' }, 'to', 'results.error_order'],
    ['a future day', { to: '2026-11-22' }, 'to', 'results.error_future'],
    ['more than 366 days', { from: '2025-11-19', to: '2026-11-20' }, 'from', 'results.error_range'],
    ['a limit of 0', { limit: 0 }, 'limit', 'field.wrong'],
    ['a limit of 101', { limit: 101 }, 'limit', 'field.wrong'],
    ['a fractional limit', { limit: 1.5 }, 'limit', 'field.wrong'],
    ['a forged cursor', { cursor: 'AAAAAAAAAAAAAAAAAAAAAAAA' }, 'cursor', 'field.wrong'],
    ['a hostile cursor', { cursor: "'; drop table purchases; --" }, 'cursor', 'field.wrong'],
    ['another account id', { accountId: randomUUID() }, 'accountId', 'field.unknown'],
  ];
  it.each(wrong)('rejects %s', async (_what, data, field, key) => {
    const { status, body } = await player.call(name, data);
    expect([status, body.firstCode]).toEqual([400, '10400']);
    const fields = body.success ? {} : (body.data?.fields ?? {});
    expect(fields).toEqual({ [field]: key });
  });

  it('rejects a visitor', async () => {
    const { status, body } = await platform.call(name, {});
    expect([status, body.firstCode]).toEqual([401, '15107']);
  });
});

it.each([
  ['transaction/transactionSummary', 'kind'],
  ['transaction/purchaseSummary', 'gameId'],
  ['transaction/gameHistorySummary', 'gameId'],
  ['transaction/withdrawSummary', 'state'],
  ['transaction/depositSummary', 'status'],
] as const)('call `%s` rejects unknown and malformed values of the filter `%s`', async (name, field) => {
  for (const value of ['Ünheard-of', 7, null, ['ticket'], "'; drop table purchases; --"]) {
    const { status, body } = await player.call(name, { [field]: value });
    expect([status, body], JSON.stringify(value)).toEqual([
      400,
      { success: false, firstCode: '10400', data: { fields: { [field]: 'field.wrong' } } },
    ]);
  }
});

it('call `transactionSummary` rejects a filter by a kind of transaction that this release does not know', async () => {
  const { body } = await player.call('transaction/transactionSummary', Object({ kind: 'other' }));
  expect(body.firstCode).toBe('10400');
});

it('call `getPlayerStatistics` accepts no parameters', async () => {
  const { status, body } = await player.call(
    'transaction/getPlayerStatistics',
    Object({ from: '2026-11-01' }),
  );
  expect([status, body]).toEqual([
    400,
    { success: false, firstCode: '10400', data: { fields: { from: 'field.unknown' } } },
  ]);
});
