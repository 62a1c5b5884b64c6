import { expect, it } from 'vitest';
import { createDatabaseBefore } from '../../helpers/earlier-database.ts';

const accountId = '11111111-1111-4111-8111-111111111111';
const owner = `player:${accountId}`;

it('the migration that adds player summaries counts the transfers and purchases made before the migration', async () => {
  const { client, migrate, drop } = await createDatabaseBefore('player_transfers');
  try {
    await client.query(
      `insert into accounts (account_id, username, username_key, password_hash, currency_code, language, avatar_image,
         referral_code, created_at)
       values ($1, 'Asha', 'asha', 'nobody knows', 'INR', 'en', 'avatar-01', 'ASHA', now())`,
      [accountId],
    );
    const post = (key: string, kind: string, at: string, to: string) =>
      client.query(
        `select post_transfer($1, $2, 'INR', '{}', 'digest', $3, $4, $5, '{-100,40,60}', 0::smallint)`,
        [key, kind, at, ['house', to, to], ['payments', 'deposit', 'winnings']],
      );
    await post('one', 'deposit', '2026-11-20T10:00:00Z', owner);
    await post('two', 'prize', '2026-11-20T11:00:00Z', owner);
    await post('three', 'prize', '2026-11-20T12:00:00Z', 'seeded:7');
    await client.query(
      `insert into draws (draw_id, game_id, draw_number, status, draw_at, sales_open_at, sales_close_at,
         ticket_price_minor, commitment, sealed_seed, committed_at)
       select 'keno-' || n, 'keno', n, 'open', timestamptz '2026-11-20T10:00:00Z' + n * interval '1 hour', now(), now(),
         1000, 'c', 's', now() from generate_series(1, 2) n`,
    );
    const buy = (receipt: string, drawId: string) =>
      client.query(
        `insert into purchases (receipt_number, account_id, idempotency_key, asked_digest, game_id, draw_id, lines,
           stake_minor, currency_code, paid_from, bought_at)
         values ($1, $2, $1, 'd', 'keno', $3, 1, 1000, 'INR', '{}', now())`,
        [receipt, accountId, drawId],
      );
    await buy('A', 'keno-1');
    await buy('B', 'keno-1');
    await migrate();
    // After the migration, triggers insert a row into `player_transfers` for each transfer, and a row into
    // `played_draws` for each purchase.
    await post('four', 'bonus', '2026-11-20T13:00:00Z', owner);
    await buy('C', 'keno-2');
    await buy('D', 'keno-2');
    const noted = await client.query(
      `select owner, kind, extract(hour from posted_at at time zone 'UTC')::int as hour from player_transfers order by posted_at`,
    );
    expect(noted.rows).toEqual([
      { owner, kind: 'deposit', hour: 10 },
      { owner, kind: 'prize', hour: 11 },
      { owner, kind: 'bonus', hour: 13 },
    ]);
    const played = await client.query(
      `select draw_id, game_id, extract(hour from draw_at at time zone 'UTC')::int as hour from played_draws order by draw_at`,
    );
    expect(played.rows).toEqual([
      { draw_id: 'keno-1', game_id: 'keno', hour: 11 },
      { draw_id: 'keno-2', game_id: 'keno', hour: 12 },
    ]);
    for (const change of ["update player_transfers set kind = 'x'", 'delete from player_transfers'])
      await expect(client.query(change)).rejects.toThrow('the ledger is only added to');
  } finally {
    await drop();
  }
});
