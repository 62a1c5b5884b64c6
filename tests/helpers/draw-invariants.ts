import { queryDatabase } from './database.ts';

/** Maps each invariant of draws to a query that returns the draws or games that break it. */
const rules: Record<string, string> = {
  'numbers of a game are dense': `
    select game_id as who from draws group by game_id having max(draw_number) - min(draw_number) + 1 <> count(*)`,
  'one draw a game and instant': `
    select game_id || ' ' || draw_at as who from draws group by game_id, draw_at having count(*) > 1`,
  'draws are held in the order of their numbers': `
    select d.draw_id as who from draws d join draws before
      on before.game_id = d.game_id and before.draw_number = d.draw_number - 1
    where d.status = 'published' and before.status <> 'published'`,
  // Generated past draws are committed and published at the same time. The query skips them, because they are never
  // announced.
  'a draw that was held is announced once, and once more with each correction': `
    select d.draw_id as who from draws d left join events e on e.draw_id = d.draw_id and e.kind = 'result'
    where d.status = 'published' and d.published_at > d.committed_at
    group by d.draw_id
    having count(e.id) <> 1 + (select count(*) from draw_corrections c where c.draw_id = d.draw_id)`,
  'what is announced was held': `
    select e.draw_id as who from events e left join draws d using (draw_id)
    where e.kind = 'result' and d.status is distinct from 'published'`,
  'a draw is settled once, over the tickets that were sold': `
    select d.draw_id as who from draws d
      left join lateral (select count(*) as n, coalesce(sum(stake_minor), 0) as minor
        from tickets t where t.draw_id = d.draw_id) sold on true
      left join lateral (select count(*) as n, coalesce(sum(amount_minor), 0) as minor
        from wins w where w.draw_id = d.draw_id) won on true
    where d.status = 'published'
      and (d.tickets_total, d.sales_minor, d.winners_total, d.paid_minor)
        is distinct from (sold.n, sold.minor, won.n, won.minor)`,
  'nothing is won before the draw': `
    select distinct d.draw_id as who from wins join draws d using (draw_id) where d.status <> 'published'`,
  'a pot is what the draw before carries over': `
    select d.draw_id as who from draws d join draws before
      on before.game_id = d.game_id and before.draw_number = d.draw_number - 1
    where d.status = 'published' and d.pot_minor <> before.carry_minor`,
  'sums of days count each draw once': `
    select game_id as who from (
      select game_id, sum(draws_held) as held, sum(paid_minor) as paid, sum(winning_tickets) as winning
      from game_days group by game_id) days
    full join (
      select game_id, count(*) as held, sum(paid_minor) as paid, sum(winners_total) as winning
      from draws where status = 'published' group by game_id) books using (game_id)
    where (days.held, days.paid, days.winning) is distinct from (books.held, books.paid, books.winning)`,
};

/**
 * Checks that no draw was lost, duplicated or settled twice, and that all draws took place in order.
 * @returns each broken invariant with its draws; empty if all invariants hold
 */
export const brokenInvariants = async (databaseUrl: string): Promise<string[]> => {
  const faults: string[] = [];
  for (const [rule, text] of Object.entries(rules)) {
    const rows = await queryDatabase<{ who: string }>(databaseUrl, text);
    const some = rows.slice(0, 5).map(({ who }) => who);
    if (rows.length > 0) faults.push(`${rule}: ${some.join(', ')} (${rows.length})`);
  }
  return faults;
};

/** Returns the published results by draw id. A published result must never change. */
export const publishedResults = async (databaseUrl: string): Promise<Map<string, string>> => {
  const rows = await queryDatabase<{ draw_id: string; said: string }>(
    databaseUrl,
    `select draw_id, concat_ws(' ', seed, tickets_root, drawn, prizes, pot_minor, carry_minor) as said
     from draws where status = 'published'`,
  );
  return new Map(rows.map(({ draw_id: drawId, said }) => [drawId, said]));
};

/** @returns the ids of draws whose result disappeared or changed */
export const changedResults = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] => [...before].filter(([drawId, said]) => after.get(drawId) !== said).map(([drawId]) => drawId);

/** Returns the number of published draws, and of draws that are more than five seconds overdue. */
export const progress = async (databaseUrl: string): Promise<{ published: number; overdue: number }> => {
  const [row] = await queryDatabase<{ published: number; overdue: number }>(
    databaseUrl,
    `select count(*) filter (where status = 'published')::int as published,
       count(*) filter (where status <> 'published' and draw_at < now() - interval '5 seconds')::int as overdue
     from draws`,
  );
  if (!row) throw new Error('no counts');
  return row;
};
