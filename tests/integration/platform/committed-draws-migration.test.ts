import { expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { createDatabaseBefore } from '../../helpers/earlier-database.ts';

it('the migration that adds daily counts of committed draws also counts earlier draws', async () => {
  const { url, client, migrate, drop } = await createDatabaseBefore('"draws_committed"');
  try {
    await client.query("insert into settings values ('time_zone', 'Asia/Kolkata')");
    // Insert two draws before midnight in Kolkata and two draws after it. The last draw is not counted, because its
    // sales never opened.
    await client.query(
      `insert into draws (draw_id, game_id, draw_number, status, draw_at, sales_open_at, sales_close_at,
         ticket_price_minor, commitment, sealed_seed, committed_at, opened_at, tickets_root, seed, drawn)
       select 'keno-' || n, 'keno', n, 'published', at, at, at, 1000, 'c', 's', at - interval '2 hours',
         case when n < 4 then at - interval '1 hour' end, 'r', 's', '[]'
       from (select n, timestamptz '2026-11-20T15:30:00Z' + n * interval '1 hour' as at
             from generate_series(1, 4) n) numbered`,
    );
    await client.query(
      `insert into game_days (game_id, day, draws_held, winning_tickets, paid_minor, top_wins)
       values ('keno', '2026-11-20', 2, 0, 0, '[]'), ('keno', '2026-11-21', 2, 0, 0, '[]')`,
    );
    await migrate();
    expect(
      await queryDatabase(url, 'select day::text, draws_held, draws_committed from game_days order by day'),
    ).toEqual([
      { day: '2026-11-20', draws_held: 2, draws_committed: 2 },
      { day: '2026-11-21', draws_held: 2, draws_committed: 1 },
    ]);
  } finally {
    await drop();
  }
});
