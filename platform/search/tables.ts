import { bigint, customType, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { SearchCategory } from '../../shared/contract/search.ts';
import { key } from '../db/columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** What site search finds, but for draws, which are looked up where they are. Made anew from files and catalogue. */
export const searchDocuments = pgTable(
  'search_documents',
  {
    documentId: bigint('document_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Of the site whose search finds it. */
    lang: key('lang').notNull(),
    category: text('category').$type<Exclude<SearchCategory, 'results'>>().notNull(),
    /** Which one of its category. */
    ref: key('ref').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    featuredImage: text('featured_image').notNull(),
    path: text('path').notNull(),
    /** Among equals: small numbers first. */
    place: integer('place').notNull(),
    /** SHA-256 of what it was made from, as hex. */
    digest: text('digest').notNull(),
    /** Title and excerpt: what is ranked by, small enough to be read for thousands of hits. */
    head: tsvector('head').notNull(),
    /** All of it: what is found by. */
    words: tsvector('words').notNull(),
  },
  (table) => [
    uniqueIndex('search_documents_ref').on(table.lang, table.category, table.ref),
    index('search_documents_words').using('gin', table.words),
  ],
);
