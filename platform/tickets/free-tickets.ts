import { randomInt } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { codes } from '../../shared/contract/codes.ts';
import type { FreeTicketsRequest, FreeTicketsResponse } from '../../shared/contract/tickets.ts';
import { encodeLine, type RaffleKind, type RaffleLine } from '../../shared/domain/draw-kinds.ts';
import type { Queryable } from '../db/database.ts';
import { draws } from '../draws/tables.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { Refusal } from '../http/refusal.ts';
import { tickets } from './tables.ts';

/** Maximum number of tickets in an answer. */
const answered = 12;
/**
 * Maximum number of random tickets that a search compares with the sold tickets. If 95 % of the tickets are sold, at
 * least one of 200 random tickets is free with a probability of 99.996 %.
 */
const compared = 200;

export interface FreeTickets {
  /**
   * Answers `tickets/free` with raffle tickets that are not sold in any of the draws. The tickets are not reserved, so
   * another player can buy them first.
   * @throws Refusal 10400 that names the wrong fields, 10603 if a draw is not on sale
   */
  find(request: FreeTicketsRequest): Promise<FreeTicketsResponse>;
}

export function createFreeTickets({
  db,
  catalogue,
  clock,
  areSalesOn,
}: {
  db: Queryable;
  catalogue: readonly GameDefinition[];
  clock: { now(): Date };
  areSalesOn: boolean;
}): FreeTickets {
  return {
    async find({ gameId, drawIds, series, ending = '' }) {
      if (!areSalesOn) throw new Refusal(codes.salesOff);
      const kind = catalogue.find((game) => game.gameId === gameId)?.kind;
      const given = await db
        .select()
        .from(draws)
        .where(and(eq(draws.gameId, gameId), inArray(draws.drawId, drawIds)));
      const wrong = [
        ...(kind?.kind === 'raffle' ? wrongFields(kind, series, ending) : ['gameId']),
        ...(given.length < new Set(drawIds).size ? ['drawIds'] : []),
      ];
      if (kind?.kind !== 'raffle' || wrong.length > 0)
        throw Refusal.ofFields(Object.fromEntries(wrong.map((field) => [field, 'field.wrong'])));
      const now = clock.now();
      if (given.some(({ status, salesCloseAt }) => status !== 'open' || salesCloseAt <= now))
        throw new Refusal(codes.salesClosed);
      const asked = randomTickets(kind, series === undefined ? kind.series : [series], ending);
      const sold = await soldTickets(db, drawIds, asked);
      return { tickets: asked.filter((line) => !sold.has(encodeLine(kind, line))).slice(0, answered) };
    },
  };
}

const wrongFields = (kind: RaffleKind, series: string | undefined, ending: string): string[] => [
  ...(series === undefined || kind.series.includes(series) ? [] : ['series']),
  ...(ending.length > kind.numberDigits ? ['ending'] : []),
];

/** Returns distinct tickets that match the search, in random order. The result has at most `compared` tickets. */
function randomTickets(
  { numberDigits }: RaffleKind,
  series: readonly string[],
  ending: string,
): RaffleLine[] {
  const open = numberDigits - ending.length;
  const total = series.length * 10 ** open;
  const places = new Set<number>();
  while (places.size < Math.min(total, compared)) places.add(randomInt(total));
  return Array.from(places, (place) => ({
    series: series[place % series.length] ?? '',
    number: (open > 0 ? String(Math.floor(place / series.length)).padStart(open, '0') : '') + ending,
  }));
}

/** Returns those of the given tickets that are sold in at least one of the draws. The tickets are encoded lines. */
async function soldTickets(
  db: Queryable,
  drawIds: readonly string[],
  asked: readonly RaffleLine[],
): Promise<Set<string>> {
  const { rows } = await db.execute<{ encoded: string }>(sql`
    select asked.series || ' ' || asked.number as encoded
    from ${draws}
    cross join unnest(
      ${sql.param(asked.map(({ series }) => series))}::text[], ${sql.param(asked.map(({ number }) => number))}::text[]
    ) as asked(series, number)
    join ${tickets} on ${tickets.drawId} = ${draws.drawId} and ${tickets.month} = ${draws.ticketsMonth}
      and ${tickets.line} ->> 'series' = asked.series and ${tickets.line} ->> 'number' = asked.number
      and ${tickets.line} ? 'series'
    where ${draws.drawId} = any(${sql.param(drawIds)}::text[])`);
  return new Set(rows.map(({ encoded }) => encoded));
}
