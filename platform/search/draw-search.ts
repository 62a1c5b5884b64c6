import { and, between, desc, eq, gte, lt, or, sql, sum } from 'drizzle-orm';
import type { SearchHit, SearchResponse } from '../../shared/contract/search.ts';
import { clockIn, isoDayIn, nextMidnight, startOfDay } from '../../shared/domain/site-time.ts';
import type { Db } from '../db/database.ts';
import { drawNameOf, drawnNumbersOf } from '../draws/result-view.ts';
import { type DrawCorrection, draws, gameDays } from '../draws/tables.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { type DrawQuery, drawQueryOf } from './draw-query.ts';

type Hits = SearchResponse['results'];

interface DrawSearchDeps {
  db: Db;
  catalogue: readonly GameDefinition[];
  clock: { now(): Date };
  timeZone: string;
}

const shownHits = 20;
const mostCounted = 1000;
type Found = Pick<typeof draws.$inferSelect, 'gameId' | 'drawNumber' | 'drawAt' | 'drawn' | 'correction'>;
const nothing: Hits = { total_count: 0, result: [] };

const found = {
  gameId: draws.gameId,
  drawNumber: draws.drawNumber,
  drawAt: draws.drawAt,
  drawn: draws.drawn,
  correction: draws.correction,
};

/** Comes before numbers that are not those that were drawn, or do not count: nobody is to take them for a result. */
const notes: Readonly<Record<DrawCorrection['kind'], Readonly<Record<string, string>>>> = {
  corrected: { en: 'Corrected', hi: 'सुधारा गया', pt: 'Corrigido', nb: 'Rettet' },
  voided: {
    en: 'Void, does not count',
    hi: 'रद्द, मान्य नहीं',
    pt: 'Anulado, não conta',
    nb: 'Ugyldig, teller ikke',
  },
};
function noteOf(correction: DrawCorrection | null, lang: string): string {
  return correction === null ? '' : `${notes[correction.kind][lang] ?? notes[correction.kind]['en']} · `;
}

/**
 * Finds published draws by game, number and date, newest first (spec §2). They are looked up where they are: there is
 * no second copy of a million draws to be kept in step, and sums of days count them.
 */
export function createDrawSearch({ db, catalogue, clock, timeZone }: DrawSearchDeps) {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));

  const inDays = (days: DrawQuery['days']) =>
    days === null
      ? undefined
      : and(
          gte(draws.drawAt, startOfDay(timeZone, days.from)),
          lt(draws.drawAt, nextMidnight(timeZone, startOfDay(timeZone, days.to))),
        );

  /** Each game's by its index, so that no draws are read past the newest few. */
  const newest = async (gameIds: string[], days: DrawQuery['days']): Promise<Found[]> => {
    if (gameIds.length === 0) return [];
    const each = db
      .select(found)
      .from(draws)
      .where(and(sql`${draws.gameId} = wanted.id`, eq(draws.status, 'published'), inDays(days)))
      .orderBy(desc(draws.drawAt))
      .limit(shownHits)
      .as('each');
    return db
      .select({
        gameId: each.gameId,
        drawNumber: each.drawNumber,
        drawAt: each.drawAt,
        drawn: each.drawn,
        correction: each.correction,
      })
      .from(sql`unnest(${sql.param(gameIds)}::text[]) as wanted(id)`)
      .crossJoinLateral(each)
      .orderBy(desc(each.drawAt))
      .limit(shownHits);
  };

  /** Sums of days say how many there are; no more of them are read than it takes to reach the most that is counted. */
  const countOf = async (gameIds: string[], days: DrawQuery['days']): Promise<number> => {
    if (gameIds.length === 0) return 0;
    const each = db
      .select({ held: gameDays.drawsHeld })
      .from(gameDays)
      .where(
        and(
          sql`${gameDays.gameId} = wanted.id`,
          days === null ? undefined : between(gameDays.day, days.from, days.to),
        ),
      )
      .orderBy(desc(gameDays.day))
      .limit(mostCounted)
      .as('each');
    const [row] = await db
      .select({ held: sum(each.held).mapWith(Number) })
      .from(sql`unnest(${sql.param(gameIds)}::text[]) as wanted(id)`)
      .crossJoinLateral(each);
    return row?.held ?? 0;
  };

  const numbered = async (
    wanted: { gameId: string; drawNumber: number }[],
    days: DrawQuery['days'],
  ): Promise<Found[]> =>
    wanted.length === 0
      ? []
      : db
          .select(found)
          .from(draws)
          .where(
            and(
              eq(draws.status, 'published'),
              inDays(days),
              or(
                ...wanted.map(({ gameId, drawNumber }) =>
                  and(eq(draws.gameId, gameId), eq(draws.drawNumber, drawNumber)),
                ),
              ),
            ),
          );

  const shown = (draw: Found, lang: string): SearchHit[] => {
    const game = games.get(draw.gameId);
    if (!game || draw.drawn === null) return [];
    const date = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' });
    const day = date.format(new Date(`${isoDayIn(timeZone, draw.drawAt)}T00:00:00Z`));
    const numbers = drawnNumbersOf(game, draw.drawn).map(({ tNumber }) => tNumber);
    return [
      {
        title: `${drawNameOf(game, draw.drawAt, timeZone)} · ${draw.drawNumber}`,
        content:
          `${noteOf(draw.correction, lang)}${day}, ${clockIn(timeZone, draw.drawAt)}: ${numbers.join(' ')}`.slice(
            0,
            400,
          ),
        featured_image: game.iconName,
        read_more_path: `/results/${game.slug}/${draw.drawNumber}`,
      },
    ];
  };

  /** @param lang of the dates, as they are read and written */
  return async (keyword: string, lang: string): Promise<Hits> => {
    const query = drawQueryOf(keyword, catalogue, isoDayIn(timeZone, clock.now()), lang);
    if (!query) return nothing;
    const any = query.games.flatMap(({ gameId, drawNumber }) => (drawNumber === null ? [gameId] : []));
    const some = query.games.flatMap(({ gameId, drawNumber }) =>
      drawNumber === null ? [] : [{ gameId, drawNumber }],
    );
    const [counted, exact, others] = await Promise.all([
      countOf(any, query.days),
      numbered(some, query.days),
      newest(any, query.days),
    ]);
    const hits = [...exact, ...others].toSorted(
      (one, other) => other.drawAt.getTime() - one.drawAt.getTime(),
    );
    return {
      total_count: Math.min(mostCounted, counted + exact.length),
      result: hits.slice(0, shownHits).flatMap((draw) => shown(draw, lang)),
    };
  };
}
