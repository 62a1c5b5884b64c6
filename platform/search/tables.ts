import { bigint, customType, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { SearchCategory } from '../../shared/contract/search.ts';
import { key } from '../db/columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * Index of the site search, derived from the text files and the catalogue. The search finds draws in the draws table
 * instead.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    documentId: bigint('document_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Language of the site. Only searches in this language find the entry. */
    lang: key('lang').notNull(),
    category: text('category').$type<Exclude<SearchCategory, 'results'>>().notNull(),
    /** Identifies the entry within its category. */
    ref: key('ref').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    featuredImage: text('featured_image').notNull(),
    path: text('path').notNull(),
    /** Entries with equal rank are sorted by this number, ascending. */
    place: integer('place').notNull(),
    /**
     * SHA-256 of the entry's source, in hexadecimal. By this digest, unchanged entries are recognised and not written
     * again.
     */
    digest: text('digest').notNull(),
    /** Title and excerpt, used for ranking. This column is small enough to be read for thousands of hits. */
    head: tsvector('head').notNull(),
    /** Complete text, used for matching. */
    words: tsvector('words').notNull(),
  },
  (table) => [
    uniqueIndex('search_documents_ref').on(table.lang, table.category, table.ref),
    index('search_documents_words').using('gin', table.words),
  ],
);
