import { sql } from 'drizzle-orm';
import type { Db, Queryable } from '../db/database.ts';
import { locks } from '../db/migrate.ts';
import type { SearchDocument } from './documents.ts';
import { searchDocuments } from './tables.ts';

/** PostgreSQL's stemmer of each language. The index contains every text with and without stemming. */
const stemmers: Readonly<Record<string, string>> = {
  en: 'english',
  hi: 'hindi',
  pt: 'portuguese',
  nb: 'norwegian',
};

/**
 * Returns the text search configuration of a language, or `simple` (no stemming) if this server has none for the
 * language.
 */
export type Stemmers = (lang: string) => string;

/** Finds the stemmers that the server has. Older PostgreSQL versions have no Hindi stemmer. */
export async function installedStemmers(db: Queryable): Promise<Stemmers> {
  const { rows } = await db.execute<{ cfgname: string }>(sql`select cfgname from pg_ts_config`);
  const installed = new Set(rows.map(({ cfgname }) => cfgname));
  return (lang) => {
    const stemmer = stemmers[lang];
    return stemmer !== undefined && installed.has(stemmer) ? stemmer : 'simple';
  };
}

const batchSize = 500;

function identityOf({ lang, category, ref }: Pick<SearchDocument, 'lang' | 'category' | 'ref'>): string {
  return JSON.stringify([lang, category, ref]);
}

/**
 * Makes the index match the documents. Writes new and changed documents and deletes all other entries. Several
 * processes may call this function at once.
 * @returns how many documents were written and removed
 */
export function indexDocuments(
  db: Db,
  documents: readonly SearchDocument[],
): Promise<{ written: number; removed: number }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.searchIndex})`);
    const stemmerOf = await installedStemmers(tx);
    const known = await tx
      .select({
        documentId: searchDocuments.documentId,
        lang: searchDocuments.lang,
        category: searchDocuments.category,
        ref: searchDocuments.ref,
        digest: searchDocuments.digest,
      })
      .from(searchDocuments);
    const digests = new Map(known.map((row) => [identityOf(row), row.digest]));
    const wanted = new Set(documents.map(identityOf));
    const gone = known.filter((row) => !wanted.has(identityOf(row))).map(({ documentId }) => documentId);
    if (gone.length > 0)
      await tx.execute(
        sql`delete from ${searchDocuments} where document_id = any(${sql.param(gone)}::bigint[])`,
      );
    const changed = documents.filter((document) => digests.get(identityOf(document)) !== document.digest);
    for (let at = 0; at < changed.length; at += batchSize) {
      const rows = changed
        .slice(at, at + batchSize)
        .map((document) => Object.assign({ stemmer: stemmerOf(document.lang) }, document));
      await tx.execute(sql`
        insert into ${searchDocuments}
          (lang, category, ref, title, content, featured_image, path, place, digest, head, words)
        select lang, category, ref, title, content, "featuredImage", path, place, digest, head,
          head || to_tsvector('simple', "bodyWords") || to_tsvector(stemmer::regconfig, "bodyWords")
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as document(
          lang text, category text, ref text, title text, content text, "featuredImage" text, path text,
          place integer, digest text, "titleWords" text, "contentWords" text, "bodyWords" text, stemmer text),
        lateral (select
          setweight(to_tsvector('simple', "titleWords") || to_tsvector(stemmer::regconfig, "titleWords"), 'A') ||
          setweight(to_tsvector('simple', "contentWords") || to_tsvector(stemmer::regconfig, "contentWords"), 'B')
        ) as made(head)
        on conflict (lang, category, ref) do update set
          title = excluded.title, content = excluded.content, featured_image = excluded.featured_image,
          path = excluded.path, place = excluded.place, digest = excluded.digest,
          head = excluded.head, words = excluded.words`);
    }
    return { written: changed.length, removed: gone.length };
  });
}
