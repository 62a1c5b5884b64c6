import { type SQL, sql } from 'drizzle-orm';
import type { SearchHit, SearchResponse } from '../../shared/contract/search.ts';
import { fallbackLanguage, type Library } from '../content/library.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { documentsOf, type SearchDocument } from './documents.ts';
import { createDrawSearch } from './draw-search.ts';
import { indexDocuments, installedStemmers, type Stemmers } from './index-documents.ts';
import { searchDocuments } from './tables.ts';
import { wordsOf } from './words.ts';

export interface SearchService {
  /** Call `common-search` (spec §3): what there is for a keyword, best first in each category. */
  search(asked: { keyword: string; userLanguge?: string | undefined }): Promise<SearchResponse>;
  /** Brings the index to the texts and games that there are: at every start, and by itself when texts have changed. */
  refresh(): Promise<{ written: number; removed: number }>;
}

export interface SearchDeps {
  db: Db;
  catalogue: readonly GameDefinition[];
  /** The same object until a text changes. */
  library: () => Library;
  clock: { now(): Date };
  timeZone: string;
}

const shownHits = 20;
/** Of documents: results are looked up elsewhere. */
const categories = 4;
const mostCounted = 1000;
/** Of a word that everything contains only so many are counted and ranked: an answer has its time. */
const mostRanked = 1000;

interface HitRow extends Record<string, unknown> {
  category: SearchDocument['category'];
  total: number;
  title: string;
  content: string;
  featured_image: string;
  path: string;
}

/** Shorter beginnings are those of half the language. */
const shortestBeginning = 3;

/**
 * Every word has to be there, by its stem or as the beginning of one: a stem is how words of its family begin. Words
 * that say nothing (the, of) count only where there are no others. Words hold letters, marks and digits alone, so that
 * quotes around them are all the care they need.
 */
function tsquery(words: readonly string[], stemmer: string): SQL {
  const quoted = words.map((word) =>
    Array.from(word).length < shortestBeginning ? `'${word}'` : `'${word}':*`,
  );
  const text = quoted.join(' & ');
  return sql`case when numnode(to_tsquery(${stemmer}::regconfig, ${text})) = 0
    then to_tsquery('simple', ${text}) else to_tsquery(${stemmer}::regconfig, ${text}) end`;
}

export function createSearchService({ db, catalogue, library, clock, timeZone }: SearchDeps): SearchService {
  const searchDraws = createDrawSearch({ db, catalogue, clock, timeZone });
  let stemmers: Stemmers | null = null;
  let indexed: Library | null = null;

  const refresh = async () => {
    const texts = library();
    const done = await indexDocuments(db, documentsOf(texts, catalogue));
    indexed = texts;
    return done;
  };

  const searchDocumentsFor = async (words: readonly string[], lang: string): Promise<HitRow[]> => {
    if (words.length === 0) return [];
    stemmers ??= await installedStemmers(db);
    const query = tsquery(words, stemmers(lang));
    return db.transaction(
      async (tx) => {
        // Reading all there is looks cheap to the planner, which does not see that each text is kept apart, compressed.
        await tx.execute(sql`set local enable_seqscan = off`);
        // An index that knows the language alone would do the same.
        const { rows } = await tx.execute<HitRow>(sql`
          with hits as materialized (
            select document_id, category, place, ts_rank(head, ${query}) as rank
            from ${searchDocuments}
            where lang || '' = ${lang} and words @@ (${query})
            limit ${mostRanked}
          ), ranked as (
            select document_id, category, count(*) over (partition by category)::integer as total,
              row_number() over (partition by category order by rank desc, place, document_id) as nth
            from hits
          ), best as (select * from ranked where nth <= ${shownHits} limit ${shownHits * categories})
          select best.category, total, title, content, featured_image, path
          from best join ${searchDocuments} using (document_id) order by best.category, nth`);
        return rows;
      },
      { accessMode: 'read only' },
    );
  };

  return {
    async search({ keyword, userLanguge }) {
      if (library() !== indexed) await refresh();
      const words = wordsOf(keyword);
      const lang = userLanguge !== undefined && library().has(userLanguge) ? userLanguge : fallbackLanguage;
      const [rows, results] = await Promise.all([
        searchDocumentsFor(words, lang),
        searchDraws(keyword, lang),
      ]);
      const hits = (category: SearchDocument['category']) => {
        const own = rows.filter((row) => row.category === category);
        return {
          total_count: Math.min(mostCounted, own[0]?.total ?? 0),
          result: own.map(
            ({ title, content, featured_image, path }): SearchHit => ({
              title,
              content,
              featured_image,
              read_more_path: path,
            }),
          ),
        };
      };
      return {
        games: hits('games'),
        results,
        promotions: hits('promotions'),
        blogs: hits('blogs'),
        pages: hits('pages'),
      };
    },

    refresh,
  };
}
