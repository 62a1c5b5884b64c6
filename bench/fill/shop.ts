import type { Deps } from '../../platform/deps.ts';
import { newDraw, storeDraws } from '../../platform/draws/commit-draws.ts';
import { createPlayer } from './player.ts';

export interface Shop {
  gameId: string;
  drawId: string;
  /** Session tokens of the buyers. Each buyer has money for `linesEach` lines. */
  tokens: string[];
}

const gameId = 'keno';
const dayMs = 86_400_000;
/** The maximum number of lines that a player may buy in one draw (platform/tickets/limits.ts). */
const linesEach = 200;
const batch = 500_000;
/** The alphabet of receipt numbers, in byte order. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Creates a draw that is on sale for the next day, and fills it with tickets of seeded (simulated) players. Also
 * creates players who can buy tickets for this draw.
 */
export async function fillShop(deps: Deps, players: number, tickets: number): Promise<Shop> {
  const { database, catalogue, vault, clock } = deps;
  const game = catalogue.find((one) => one.gameId === gameId);
  if (!game) throw new Error(`no game ${gameId}`);
  const now = clock.now();
  const slot = { number: 1, at: new Date(now.getTime() + dayMs) };
  const { draw } = newDraw(game, slot, now, vault, false);
  await storeDraws(database.db, [{ ...draw, status: 'open', salesOpenAt: now, openedAt: now }]);
  const tokens: string[] = [];
  for (let made = 0; made < players; made++)
    tokens.push((await createPlayer(deps, linesEach * game.ticketPriceMinor)).token);
  const client = await database.connect();
  try {
    // Disable triggers. One of them compares the month of each ticket with the month of its draw, which would slow down
    // the fill.
    await client.query('set session_replication_role = replica');
    // Receipt numbers ascend, so that they are inserted quickly. They cover the whole range evenly. The number of a new
    // purchase therefore falls between existing numbers.
    const digit = (place: number) => `substr('${symbols}', (spread >> ${place * 5} & 31)::int + 1, 1)`;
    for (let from = 0; from < tickets; from += batch)
      await client.query(
        `insert into tickets (draw_id, receipt_number, line, stake_minor, player_no, bought_at, month)
         select draw_id, upper(draw_id) || '-' || ${[4, 3, 2, 1, 0].map(digit).join(' || ')} || '00000',
           '[3,17,29,41,66]', ticket_price_minor, n % 2400, committed_at, tickets_month
         from draws cross join lateral (
           select n, n * ${32 ** 5}::bigint / $4 as spread from generate_series($2::bigint, $3::bigint) n
         ) made where draw_id = $1`,
        [draw.drawId, from, Math.min(from + batch, tickets) - 1, tickets],
      );
    await client.query('vacuum analyze');
    // Write to disk now, so that the next measurement does not compete with the checkpoint.
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
  return { gameId, drawId: draw.drawId, tokens };
}
