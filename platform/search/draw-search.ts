import type { SearchHit, SearchResponse } from '../../shared/contract/search.ts';
import { clockIn, isoDayIn } from '../../shared/domain/site-time.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Place } from '../http/cursors.ts';
import { dayIn } from '../messages/formats.ts';
import { languageOf } from '../messages/texts.ts';
import { countDraws, drawsByNumber, type FoundDraw, newestDraws } from './draw-lookup.ts';
import { drawQueryOf } from './draw-query.ts';
import { correctionNoteIn, drawNameIn, drawnTextIn } from './draw-texts.ts';

/** Hits of one page. `next` is the position of the last draw on the page, or null if no draws follow this page. */
export type DrawHits = Omit<SearchResponse['results'], 'cursor'> & { next: Place | null };

interface DrawSearchDeps {
  db: Db;
  catalogue: readonly GameDefinition[];
  clock: { now(): Date };
  timeZone: string;
}

const shownHits = 20;
const maxCount = 1000;
const nothing: DrawHits = { total_count: 0, result: [], next: null };

/**
 * Returns whether a draw comes after a position in the order of hits. Hits are sorted newest first. Hits of the same
 * instant are sorted by game.
 */
function comesAfter(draw: FoundDraw, { atMs, id }: Place): boolean {
  const drawMs = draw.drawAt.getTime();
  return drawMs < atMs || (drawMs === atMs && draw.gameId > id);
}

/**
 * Finds published draws by game, number and date, newest first (spec §2). The search queries the draws table, because a
 * copy of a million draws in the search index would need constant updates.
 */
export function createDrawSearch({ db, catalogue, clock, timeZone }: DrawSearchDeps) {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));

  const shown = (draw: FoundDraw, lang: string): SearchHit[] => {
    const game = games.get(draw.gameId);
    if (!game || draw.drawn === null) return [];
    const day = dayIn(languageOf(lang), draw.drawAt, timeZone);
    const note = correctionNoteIn(lang, draw.correction);
    const drawn = drawnTextIn(lang, game, draw.drawn);
    return [
      {
        title: `${drawNameIn(lang, game, draw.drawAt, timeZone)} · ${draw.drawNumber}`,
        content: `${note}${day}, ${clockIn(timeZone, draw.drawAt)}: ${drawn}`.slice(0, 400),
        featured_image: game.iconName,
        read_more_path: `/results/${game.slug}/${draw.drawNumber}`,
      },
    ];
  };

  /**
   * @param lang language of dates in the keyword and in the hits
   * @param after the last draw of the previous page; null for the first page
   */
  return async (keyword: string, lang: string, after: Place | null): Promise<DrawHits> => {
    const query = drawQueryOf(keyword, catalogue, isoDayIn(timeZone, clock.now()), lang);
    if (!query) return nothing;
    const any = query.games.flatMap(({ gameId, drawNumber }) => (drawNumber === null ? [gameId] : []));
    const some = query.games.flatMap(({ gameId, drawNumber }) =>
      drawNumber === null ? [] : [{ gameId, drawNumber }],
    );
    const [counted, exact, others] = await Promise.all([
      countDraws(db, any, query.days, maxCount),
      drawsByNumber(db, some, query.days, timeZone),
      newestDraws(db, any, query.days, {
        timeZone,
        // Read one draw more than a page shows, to know whether more draws follow. In addition, read one draw for each
        // game, because the previous page may have shown draws at the instant where this page begins.
        limit: shownHits + 1 + games.size,
        until: after && new Date(after.atMs),
      }),
    ]);
    const hits = [...exact, ...others]
      .filter((draw) => after === null || comesAfter(draw, after))
      .toSorted(
        (one, other) => other.drawAt.getTime() - one.drawAt.getTime() || (one.gameId < other.gameId ? -1 : 1),
      );
    const last = hits[shownHits - 1];
    return {
      total_count: Math.min(maxCount, counted + exact.length),
      result: hits.slice(0, shownHits).flatMap((draw) => shown(draw, lang)),
      next: last && hits.length > shownHits ? { atMs: last.drawAt.getTime(), id: last.gameId } : null,
    };
  };
}
