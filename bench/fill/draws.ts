import { randomBytes } from 'node:crypto';
import type { Deps } from '../../platform/deps.ts';
import type { GameDefinition } from '../../platform/games/catalogue.ts';
import { countEarlierDraws } from '../../platform/statistics/count-draws.ts';
import { draw } from '../../shared/domain/draw-function.ts';

export interface DrawsFilled {
  draws: number;
  /** Start times of the first and the last draw, in ms since 1970. */
  fromMs: number;
  toMs: number;
}

/**
 * Number of different results for each game. The filled draws reuse these results, because a million calls of the real
 * draw function would take too long.
 */
const kinds = 200;
const dayMs = 86_400_000;
const minuteMs = 60_000;

const intervalOf = ({ schedule }: GameDefinition): number =>
  schedule.every === 'minutes'
    ? schedule.minutes * minuteMs
    : (7 * dayMs) / (schedule.weekdays.length * schedule.times.length);

const drawnOf = (game: GameDefinition): string[][] =>
  Array.from({ length: kinds }, (_, index) =>
    draw(game.kind, {
      method: 'golden-lotto/1',
      seedHex: randomBytes(32).toString('hex'),
      drawId: `${game.gameId}-${index + 1}`,
      ticketsRoot: randomBytes(32).toString('hex'),
    }),
  );

const prizesOf = ({ tiers }: GameDefinition) =>
  Array.from({ length: kinds }, (_, index) =>
    tiers.map(({ prizeNo, prizeAmount }) => ({
      prizeNo,
      winners: (index * prizeNo) % 40,
      amountMinor: prizeAmount,
    })),
  );

/**
 * Fills the database with years of published draws of every game at their real frequency, and with the daily sums of
 * these draws. The platform's own code computes the sums. The database must not contain any draws yet.
 */
export async function fillDraws(
  { database, db, catalogue, config }: Deps,
  count: number,
): Promise<DrawsFilled> {
  const perMs = catalogue.reduce((sum, game) => sum + 1 / intervalOf(game), 0);
  const toMs = Math.floor(Date.now() / dayMs) * dayMs;
  const fromMs = toMs - count / perMs;
  const client = await database.connect();
  let draws = 0;
  try {
    for (const game of catalogue) {
      const everyMs = intervalOf(game);
      const own = Math.ceil((toMs - fromMs) / everyMs);
      draws += own;
      const { gameId, ticketPriceMinor, salesOpenSeconds, salesCloseSeconds } = game;
      await client.query(
        `insert into draws (draw_id, game_id, draw_number, status, draw_at, sales_open_at, sales_close_at,
           ticket_price_minor, commitment, sealed_seed, committed_at, opened_at, closed_at, tickets_root,
           tickets_total, sales_minor, published_at, seed, drawn, prizes, pot_minor, winners_total, paid_minor,
           posted_at)
         select $1::text || '-' || n, $1::text, n, 'published', at, at - $2::int * interval '1 s', at - $3::int * interval '1 s', $4::bigint,
           hex, hex || hex, at - interval '8 days', at - $2::int * interval '1 s', at - $3::int * interval '1 s', hex,
           n % 900, (n % 900) * $4::bigint, at + interval '1 s', hex,
           ($5::jsonb) -> (n * 7 % $6::int), ($7::jsonb) -> (n * 13 % $6::int), 0, n % 40, (n % 40) * 10000, at
         from (select n, to_timestamp($8::float8 / 1000) - ($9::int - n) * $10::float8 * interval '1 ms' as at,
             md5($1::text || n) || md5(n || $1::text) as hex from generate_series(1, $9::int) n) made`,
        [
          gameId,
          salesOpenSeconds,
          salesCloseSeconds,
          ticketPriceMinor,
          JSON.stringify(drawnOf(game)),
          kinds,
          JSON.stringify(prizesOf(game)),
          toMs,
          own,
          everyMs,
        ],
      );
    }
    await client.query(
      `insert into game_days (game_id, day, draws_held, draws_committed, winning_tickets, paid_minor, top_wins)
       select game_id, (draw_at at time zone $1)::date, count(*), count(*), sum(winners_total), sum(paid_minor), '[]'
       from draws group by 1, 2`,
      [config.timeZone],
    );
    await client.query('vacuum analyze draws, game_days');
    await countEarlierDraws({ db, catalogue }, new AbortController().signal);
    const counted = await client.query('select sum(draws)::int as draws from draw_statistics');
    if (counted.rows[0]?.draws !== draws) throw new Error('the statistics do not cover all filled draws');
    await client.query('vacuum analyze draw_statistics, drawn_values');
    // Write to disk now, so that the next measurement does not compete with the checkpoint.
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
  return { draws, fromMs, toMs };
}
