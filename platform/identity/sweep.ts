import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import type { DocumentStore } from './document-store.ts';
import { identityChecks, identityDocuments } from './tables.ts';

/**
 * Time after which neither the player's request nor a delayed request to the store can still write a document. Usually,
 * writing a document takes seconds.
 */
const longestWriteMs = 3_600_000;
const dayMs = 86_400_000;
const batch = 100;

export interface SweepDeps {
  db: Db;
  clock: { now(): Date };
  store: Pick<DocumentStore, 'remove'>;
  /** Documents are deleted this many days after the decision on the identity check. */
  documentDays: number;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Deletes documents of decided checks after the retention time, documents of deleted players, and documents of requests
 * that ended before a check began. The key is erased first. If a file cannot be deleted, its row stays, and the next
 * sweep tries again.
 */
export async function sweepDocuments({ db, clock, store, documentDays, logger }: SweepDeps): Promise<void> {
  const now = clock.now().getTime();
  const written = lte(identityDocuments.createdAt, new Date(now - longestWriteMs));
  const erased = { state: 'removing', sealedKey: null } as const;
  await db
    .update(identityDocuments)
    .set(erased)
    .where(and(eq(identityDocuments.state, 'writing'), written));
  const expired = db
    .select({ checkId: identityChecks.checkId })
    .from(identityChecks)
    .where(
      and(
        isNotNull(identityChecks.decidedAt),
        lte(identityChecks.decidedAt, new Date(now - documentDays * dayMs)),
      ),
    );
  await db
    .update(identityDocuments)
    .set(erased)
    .where(and(eq(identityDocuments.state, 'stored'), inArray(identityDocuments.checkId, expired)));
  for (;;) {
    const rows = await db
      .select({ documentId: identityDocuments.documentId })
      .from(identityDocuments)
      .where(and(eq(identityDocuments.state, 'removing'), written))
      .orderBy(identityDocuments.createdAt)
      .limit(batch);
    const removed: string[] = [];
    for (const { documentId } of rows) {
      try {
        await store.remove(documentId);
        removed.push(documentId);
      } catch (error) {
        logger.warn({ err: error, documentId }, 'document could not be deleted, trying again later');
      }
    }
    if (removed.length > 0)
      await db.delete(identityDocuments).where(inArray(identityDocuments.documentId, removed));
    if (removed.length < batch) return;
  }
}
