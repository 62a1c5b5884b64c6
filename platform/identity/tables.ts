import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { DocumentField, DocumentType } from '../../shared/domain/document-file.ts';
import { accounts } from '../accounts/tables.ts';
import { instant } from '../db/columns.ts';

export type CheckState = 'pending' | 'approved' | 'refused';

/**
 * `writing`: the file may exist, and no check refers to it yet. `stored`: the document belongs to a check. `removing`:
 * the key is erased, and the file has to be deleted.
 */
export type DocumentState = 'writing' | 'stored' | 'removing';

/** Identity checks that players requested, and the decisions of operators. */
export const identityChecks = pgTable(
  'identity_checks',
  {
    checkId: uuid('check_id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    state: text('state').$type<CheckState>().notNull(),
    /** The operator's reason, as a text for the player. */
    reason: text('reason'),
    requestedAt: instant('requested_at').notNull(),
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by'),
  },
  (table) => [
    index('identity_checks_account').on(table.accountId, table.requestedAt),
    uniqueIndex('identity_checks_pending').on(table.accountId).where(sql`${table.state} = 'pending'`),
    check('identity_checks_state', sql`${table.state} in ('pending', 'approved', 'refused')`),
    check('identity_checks_decided', sql`(${table.state} = 'pending') = (${table.decidedAt} is null)`),
  ],
);

/**
 * Documents of players. The files are encrypted outside the database, each with its own key. A row is committed before
 * its file is written, and deleted after its file is deleted. So no file exists without a row.
 */
export const identityDocuments = pgTable(
  'identity_documents',
  {
    /** A random id. It is also the name of the file. */
    documentId: uuid('document_id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    checkId: uuid('check_id').references(() => identityChecks.checkId),
    kind: text('kind').$type<DocumentField>().notNull(),
    mediaType: text('media_type').$type<DocumentType>().notNull(),
    bytes: integer('bytes').notNull(),
    state: text('state').$type<DocumentState>().notNull(),
    /** The key of the file, encrypted. Without it, copies of the file in backups cannot be read. */
    sealedKey: text('sealed_key'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('identity_documents_account').on(table.accountId, table.createdAt),
    index('identity_documents_check').on(table.checkId),
    index('identity_documents_unfinished').on(table.createdAt).where(sql`${table.state} <> 'stored'`),
    check('identity_documents_kind', sql`${table.kind} in ('identity', 'identityBack', 'address')`),
    check('identity_documents_state', sql`${table.state} in ('writing', 'stored', 'removing')`),
    check('identity_documents_key', sql`(${table.state} = 'stored') = (${table.sealedKey} is not null)`),
  ],
);
