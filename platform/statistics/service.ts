import { sql } from 'drizzle-orm';
import type { DrawnPartName, DrawStatisticsResponse } from '../../shared/contract/draw-statistics.ts';
import type { Db } from '../db/database.ts';
import { draws } from '../draws/tables.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { Refusal } from '../http/refusal.ts';
import { isNotVoid } from './correct-counts.ts';
import { identityOf, partsOf, placedValues } from './drawn-parts.ts';
import { drawnValues, drawStatistics } from './tables.ts';

const recentDraws = 50;

export interface StatisticsService {
  /**
   * Answers `draws/statistics`. Reads only the counts and the newest 50 draws, so that its duration does not depend on
   * the number of draws.
   * @throws Refusal for an unknown game
   */
  ofGame(gameId: string): Promise<DrawStatisticsResponse>;
}

/** This is a type and not an interface, because `execute` needs an index signature. */
type Counted = {
  held: number;
  first_draw_at: string | null;
  last_draw_number: number;
  last_draw_at: string | null;
  counts: [part: DrawnPartName, place: number, value: string, times: number, lastNth: number][];
  recent: string[][];
};

/** Reads everything with one statement, so that the counts and the draws belong to the same moment. */
async function readCounts(db: Db, gameId: string): Promise<Counted | null> {
  const { rows } = await db.execute<Counted>(sql`
    select counted.draws as held, to_json(first_draw_at) #>> '{}' as first_draw_at, last_draw_number,
      to_json(last_draw_at) #>> '{}' as last_draw_at,
      (select coalesce(json_agg(json_build_array(part, place, value, times, last_nth)), '[]')
        from ${drawnValues} where ${drawnValues.gameId} = ${gameId}) as counts,
      (select coalesce(json_agg(drawn), '[]') from (
        select drawn from ${draws} where ${draws.gameId} = ${gameId} and ${draws.status} = 'published'
          and ${draws.drawNumber} <= last_draw_number and ${isNotVoid}
        order by ${draws.drawNumber} desc limit ${recentDraws}) newest) as recent
    from ${drawStatistics} counted where game_id = ${gameId}`);
  return rows[0] ?? null;
}

function instantOf(text: string | null | undefined): string | null {
  return text ? new Date(text).toISOString() : null;
}

function statisticsOf(
  { gameId, name, slug, kind }: GameDefinition,
  counted: Counted | null,
): DrawStatisticsResponse {
  const held = counted?.held ?? 0;
  const counts = new Map(
    counted?.counts.map(([part, place, value, times, lastNth]) => [
      identityOf({ part, place, value }),
      { times, drawsAgo: held - lastNth },
    ]),
  );
  const recent = new Map<string, number>();
  for (const placed of counted?.recent.flatMap((drawn) => placedValues(kind, drawn)) ?? [])
    recent.set(identityOf(placed), (recent.get(identityOf(placed)) ?? 0) + 1);
  return {
    gameId,
    gameName: name,
    gameSlug: slug,
    draws: held,
    recentDraws: counted?.recent.length ?? 0,
    firstDrawDate: instantOf(counted?.first_draw_at),
    lastDrawNumber: counted && counted.last_draw_number > 0 ? counted.last_draw_number : null,
    lastDrawDate: instantOf(counted?.last_draw_at),
    parts: partsOf(kind).map(({ part, place, perDraw, values }) => ({
      part,
      place: place === 0 ? null : place,
      perDraw,
      values: values.map((value) => {
        const identity = identityOf({ part, place, value: value.tNumber });
        const { times, drawsAgo } = counts.get(identity) ?? { times: 0, drawsAgo: null };
        return { ...value, times, recentTimes: recent.get(identity) ?? 0, drawsAgo };
      }),
    })),
  };
}

export function createStatisticsService({
  db,
  catalogue,
}: {
  db: Db;
  catalogue: readonly GameDefinition[];
}): StatisticsService {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));
  return {
    async ofGame(gameId) {
      const game = games.get(gameId);
      if (!game) throw Refusal.ofFields({ gameId: 'results.error_game' });
      return statisticsOf(game, await readCounts(db, gameId));
    },
  };
}
