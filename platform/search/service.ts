import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  SearchCategory,
  SearchHit,
  SearchRequest,
  SearchResponse,
} from '../../shared/contract/search.ts';
import { fallbackLanguage, type Library } from '../content/library.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Cursors, Place } from '../http/cursors.ts';
import { Refusal } from '../http/refusal.ts';
import type { documentsOf, SearchDocument } from './documents.ts';
import { createDrawSearch } from './draw-search.ts';
import { indexDocuments, installedStemmers, type Stemmers } from './index-documents.ts';
import { searchDocuments } from './tables.ts';
import { wordsOf } from './words.ts';

export interface SearchService {
  /** Answers `common-search` (spec §3): returns the hits of each category, best first. */
  search(asked: z.output<typeof SearchRequest>): Promise<SearchResponse>;
  /**
   * Makes the index match the texts and games.
   */
  refresh(): Promise<{ written: number; removed: number }>;
  /**
   * Calls `refresh` if a text has changed since the last refresh, or if there was no refresh yet. `search` and
   * housekeeping call this function.
   */
  keepIndexed(): Promise<void>;
}

export interface SearchDeps {
  db: Db;
  catalogue: readonly GameDefinition[];
  /** Returns all texts of the site. It returns the same object until a text changes. */
  library: () => Library;
  /** Returns the documents that the index contains. */
  documentsOf: typeof documentsOf;
  clock: { now(): Date };
  timeZone: string;
  cursors: Cursors;
}

const shownHits = 20;
/**
 * Number of categories that the index contains. Draws are an additional category, which is not in the index;
 * `createDrawSearch` searches it.
 */
const documentCategories = 4;
const maxCount = 1000;
/**
 * At most this many matches are ranked. Without this limit, a search for a word that nearly every document contains
 * would be slow.
 */
const maxRanked = 1000;

interface HitRow extends Record<string, unknown> {
  category: SearchDocument['category'];
  total: number;
  title: string;
  content: string;
  featured_image: string;
  path: string;
}

/**
 * Search words that are shorter than this must match whole words, because too many words begin with a short search
 * word.
 */
const shortestPrefix = 3;

/**
 * Creates the condition that a document contains every word, as a stem or as a prefix. Stop words (the, of) count only
 * if there are no other words. The words are quoted but not escaped, because `plainWords` leaves only letters, marks
 * and digits in them.
 */
function tsquery(words: readonly string[], stemmer: string): SQL {
  const quoted = words.map((word) =>
    Array.from(word).length < shortestPrefix ? `'${word}'` : `'${word}':*`,
  );
  const text = quoted.join(' & ');
  return sql`case when numnode(to_tsquery(${stemmer}::regconfig, ${text})) = 0
    then to_tsquery('simple', ${text}) else to_tsquery(${stemmer}::regconfig, ${text}) end`;
}

/**
 * Returns the best hits of each category that the index contains.
 * @param shownBefore how many hits of each category to skip, because an earlier page has shown them
 */
function findHits(db: Db, query: SQL, lang: string, shownBefore: number): Promise<HitRow[]> {
  const nthRange = sql`nth > ${shownBefore} and nth <= ${shownBefore + shownHits}`;
  return db.transaction(
    async (tx) => {
      // Disable sequential scans, because the planner underestimates their cost. The planner ignores that each text is
      // compressed and stored out of line.
      await tx.execute(sql`set local enable_seqscan = off`);
      // Write `lang || ''`, so that the planner scans the index on the words and not the index on the language.
      const { rows } = await tx.execute<HitRow>(sql`
        with hits as materialized (
          select document_id, category, place, ts_rank(head, ${query}) as rank
          from ${searchDocuments}
          where lang || '' = ${lang} and words @@ (${query})
          limit ${maxRanked}
        ), ranked as (
          select document_id, category, count(*) over (partition by category)::integer as total,
            row_number() over (partition by category order by rank desc, place, document_id) as nth
          from hits
        ), best as (
          select * from ranked where ${nthRange} limit ${shownHits * documentCategories}
        )
        select best.category, total, title, content, featured_image, path
        from best join ${searchDocuments} using (document_id) order by best.category, nth`);
      return rows;
    },
    { accessMode: 'read only' },
  );
}

function hitOf({ title, content, featured_image, path }: HitRow): SearchHit {
  return { title, content, featured_image, read_more_path: path };
}

export function createSearchService({
  db,
  catalogue,
  library,
  documentsOf: documents,
  clock,
  timeZone,
  cursors,
}: SearchDeps): SearchService {
  const searchDraws = createDrawSearch({ db, catalogue, clock, timeZone });
  let stemmers: Stemmers | null = null;
  let indexed: Library | null = null;

  const refresh = async () => {
    const texts = library();
    const done = await indexDocuments(db, documents(texts, catalogue));
    indexed = texts;
    return done;
  };

  const keepIndexed = async (): Promise<void> => {
    if (library() !== indexed) await refresh();
  };

  const findDocuments = async (words: readonly string[], lang: string, shownBefore: number) => {
    if (words.length === 0) return [];
    stemmers ??= await installedStemmers(db);
    return findHits(db, tsquery(words, stemmers(lang)), lang, shownBefore);
  };

  return {
    async search({ keyword, userLanguge, category, cursor }) {
      await keepIndexed();
      const words = wordsOf(keyword);
      const lang = userLanguge !== undefined && library().has(userLanguge) ? userLanguge : fallbackLanguage;
      const scopeOf = (of: SearchCategory) => ['common-search', of, keyword, lang];
      const position =
        cursor === undefined || category === undefined ? null : cursors.read(scopeOf(category), cursor);
      if (cursor !== undefined && position === null) throw Refusal.ofFields({ cursor: 'field.wrong' });
      const place = position?.place ?? null;
      const isWanted = (of: SearchCategory) => category === undefined || category === of;
      const nextOf = (of: SearchCategory, next: Place | null) =>
        next === null ? null : cursors.write(scopeOf(of), { place: next });
      // The cursor of a document category contains the number of hits already shown. The cursor of draws contains the
      // position of the last draw shown.
      const shownBefore = category === 'results' ? 0 : (place?.atMs ?? 0);
      const [rows, draws] = await Promise.all([
        category === 'results' ? [] : findDocuments(words, lang, shownBefore),
        isWanted('results') ? searchDraws(keyword, lang, place) : null,
      ]);
      const hits = (of: SearchDocument['category']): SearchResponse['games'] => {
        const own = isWanted(of) ? rows.filter((row) => row.category === of) : [];
        const total = Math.min(maxCount, own[0]?.total ?? 0);
        const shown = shownBefore + own.length;
        return {
          total_count: total,
          result: own.map(hitOf),
          cursor: nextOf(of, own.length > 0 && shown < total ? { atMs: shown, id: of } : null),
        };
      };
      const { next, ...found } = draws ?? { total_count: 0, result: [], next: null };
      return {
        games: hits('games'),
        results: { ...found, cursor: nextOf('results', next) },
        promotions: hits('promotions'),
        blogs: hits('blogs'),
        pages: hits('pages'),
      };
    },

    refresh,
    keepIndexed,
  };
}
