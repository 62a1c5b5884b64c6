import { and, asc, desc, eq, gt, gte, lt, max, min, ne, or, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../db/database.ts';
import type { PublishedDraw } from './result-view.ts';
import { draws, gameDays, type TopWin } from './tables.ts';

export type DrawRow = typeof draws.$inferSelect;

type MaybePublished = Omit<PublishedDraw, 'drawn' | 'prizes'> & Pick<DrawRow, 'drawn' | 'prizes'>;

function isDrawn(row: MaybePublished): row is PublishedDraw {
  return row.drawn !== null && row.prizes !== null;
}

/** Narrows the type of a published draw's row. @throws if numbers or prizes are null */
function published(row: MaybePublished): PublishedDraw {
  if (!isDrawn(row)) throw new Error(`${row.drawId} is published but has no numbers`);
  return row;
}

const isPublished = eq(draws.status, 'published');

/**
 * SQL condition that is true if all wins of a published draw are stored. The wins of a large draw are stored while its
 * prizes are posted. Until all wins are stored, a line without a stored win may still be a winning line.
 */
export const hasAllWins = sql<boolean>`${draws.chunksPosted} = ${draws.chunks}`;

/**
 * The columns that a result shows. The other columns are not read, because they contain about half of each row's bytes.
 */
const shown = {
  drawId: draws.drawId,
  gameId: draws.gameId,
  drawNumber: draws.drawNumber,
  drawAt: draws.drawAt,
  ticketPriceMinor: draws.ticketPriceMinor,
  drawn: draws.drawn,
  prizes: draws.prizes,
  potMinor: draws.potMinor,
  winnersTotal: draws.winnersTotal,
  prizesPosted: draws.prizesPosted,
  postedAt: draws.postedAt,
  paidMinor: draws.paidMinor,
  ticketsTotal: draws.ticketsTotal,
  rollsOver: draws.rollsOver,
  correction: draws.correction,
};

/**
 * Parses a JSON array of texts as PostgreSQL writes it. A raffle draws 141 numbers. For so many short strings,
 * JSON.parse takes several times as long, because V8 looks up each of them in its table of internalized strings.
 */
function textsOf(json: string): string[] {
  const isPlain = json.startsWith('["') && !json.includes('\\');
  return isPlain ? json.slice(2, -2).split('", "') : JSON.parse(json);
}

/** The columns of `shown`, but the drawn numbers are read as text, which `textsOf` parses. */
const shownParsed = { ...shown, drawn: sql<string[] | null>`${draws.drawn}::text`.mapWith(textsOf) };

export interface NewestRequest {
  gameIds: readonly string[];
  from: Date;
  before: Date;
}

export type ReadNewest = (request: NewestRequest) => Promise<PublishedDraw[]>;

/**
 * Prepares a statement that reads published draws with draw times between `from` (inclusive) and `before` (exclusive).
 * For each game, the statement reads at most the newest `limit` draws. If a game has no draw in this range, the
 * statement reads its newest draw before the range. The rows are sorted by game in the order of `gameIds`, then newest
 * first. The statement scans only a short part of the index for each game. It is prepared, because building its text
 * takes longer than running it.
 *
 * The subquery has the name of the table, so that the statement can use Drizzle's columns of the table. If it used the
 * columns of the subquery, Drizzle would access them through proxies, and reading would be a quarter slower.
 */
export function prepareNewest(db: Db, limit: number): ReadNewest {
  const each = db
    .select({
      ...shown,
      place: sql<number>`(row_number() over (order by ${draws.drawAt} desc))::int`.as('place'),
    })
    .from(draws)
    .where(
      and(
        sql`${draws.gameId} = wanted.id`,
        isPublished,
        lt(draws.drawAt, sql`${sql.placeholder('before')}::timestamptz`),
      ),
    )
    .orderBy(desc(draws.drawAt))
    .limit(limit)
    .as('draws');
  const statement = db
    .select(shownParsed)
    .from(sql`unnest(${sql.placeholder('gameIds')}::text[]) with ordinality as wanted(id, nth)`)
    .crossJoinLateral(each)
    .where(or(eq(each.place, 1), gte(draws.drawAt, sql`${sql.placeholder('from')}::timestamptz`)))
    .orderBy(sql`wanted.nth`, desc(draws.drawAt))
    .prepare(`newest_draws_${limit}`);
  return async ({ gameIds, from, before }) => {
    const rows = await statement.execute({
      gameIds,
      from: from.toISOString(),
      before: before.toISOString(),
    });
    return rows.map(published);
  };
}

export async function publishedDraw(
  db: Queryable,
  gameId: string,
  drawNumber: number,
): Promise<PublishedDraw | null> {
  const [row] = await db
    .select()
    .from(draws)
    .where(and(eq(draws.gameId, gameId), eq(draws.drawNumber, drawNumber), isPublished));
  return row ? published(row) : null;
}

/** Returns the draw numbers of the nearest published draws before and after a draw. */
export async function neighbours(
  db: Queryable,
  gameId: string,
  drawNumber: number,
): Promise<{ previous: number | null; next: number | null }> {
  const ofGame = and(eq(draws.gameId, gameId), isPublished);
  const [[before], [after]] = await Promise.all([
    db
      .select({ number: max(draws.drawNumber) })
      .from(draws)
      .where(and(ofGame, lt(draws.drawNumber, drawNumber))),
    db
      .select({ number: min(draws.drawNumber) })
      .from(draws)
      .where(and(ofGame, gt(draws.drawNumber, drawNumber))),
  ]);
  return { previous: before?.number ?? null, next: after?.number ?? null };
}

export interface UpcomingRow {
  draw: DrawRow;
  /** The pot that the newest published draw carried over, or null if no draw is published. */
  carryMinor: number | null;
}

/** Returns the first draw of each game after `now`. */
export async function upcomingOfEach(
  db: Queryable,
  gameIds: readonly string[],
  now: Date,
): Promise<UpcomingRow[]> {
  const rows = await Promise.all(
    gameIds.map(async (gameId): Promise<UpcomingRow[]> => {
      const [[draw], [last]] = await Promise.all([
        db
          .select()
          .from(draws)
          .where(and(eq(draws.gameId, gameId), ne(draws.status, 'published'), gt(draws.drawAt, now)))
          .orderBy(asc(draws.drawAt))
          .limit(1),
        db
          .select({ carryMinor: draws.carryMinor })
          .from(draws)
          .where(and(eq(draws.gameId, gameId), isPublished))
          .orderBy(desc(draws.drawAt))
          .limit(1),
      ]);
      return draw ? [{ draw, carryMinor: last?.carryMinor ?? null }] : [];
    }),
  );
  return rows.flat();
}

/** Returns the draws of a game that are on sale, soonest first. */
export function onSale(db: Queryable, gameId: string, now: Date, limit: number): Promise<DrawRow[]> {
  return db
    .select()
    .from(draws)
    .where(
      and(
        eq(draws.gameId, gameId),
        eq(draws.status, 'open'),
        gt(draws.drawAt, now),
        gt(draws.salesCloseAt, now),
      ),
    )
    .orderBy(asc(draws.drawAt))
    .limit(limit);
}

/** Returns a draw by its id, in any status, or null. */
export async function findDraw(db: Queryable, drawId: string): Promise<DrawRow | null> {
  const [row] = await db.select().from(draws).where(eq(draws.drawId, drawId));
  return row ?? null;
}

export interface GameWin extends TopWin {
  gameId: string;
}

/**
 * Reads a game's newest draws that have winners, and returns the largest win of each of these draws. The newest draw
 * comes first.
 */
export async function recentTopWins(db: Queryable, gameId: string, limit: number): Promise<GameWin[]> {
  const rows = await db
    .select({ topWin: draws.topWin })
    .from(draws)
    .where(and(eq(draws.gameId, gameId), isPublished, sql`${draws.topWin} is not null`))
    .orderBy(desc(draws.drawAt))
    .limit(limit);
  return rows.flatMap(({ topWin }) => (topWin ? [{ ...topWin, gameId }] : []));
}

export interface DaySums {
  gameId: string;
  day: string;
  drawsHeld: number;
  drawsCommitted: number;
  winningTickets: number;
  paidMinor: number;
  topWins: TopWin[];
}

/** Returns the sums of each day since `day` (YYYY-MM-DD in the site's time zone), of one game or of all games. */
export function daysSince(db: Queryable, day: string, gameId: string | null): Promise<DaySums[]> {
  return db
    .select()
    .from(gameDays)
    .where(and(gte(gameDays.day, day), gameId === null ? undefined : eq(gameDays.gameId, gameId)));
}

/** Returns the sealed seeds of all unpublished draws. */
export function sealedSeeds(db: Queryable): Promise<{ drawId: string; sealedSeed: string }[]> {
  return db
    .select({ drawId: draws.drawId, sealedSeed: draws.sealedSeed })
    .from(draws)
    .where(ne(draws.status, 'published'));
}
