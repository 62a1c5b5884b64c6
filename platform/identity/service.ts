import { and, count, eq, gt, inArray } from 'drizzle-orm';
import type { RequestVerificationRequest } from '../../shared/contract/identity.ts';
import {
  type DocumentField,
  type DocumentType,
  documentFields,
  examineDocument,
} from '../../shared/domain/document-file.ts';
import { namesOf } from '../../shared/names-of.ts';
import { type Account, lockAccount } from '../accounts/repository.ts';
import { accounts, type KycState } from '../accounts/tables.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { notify } from '../notifications/notify.ts';
import type { DocumentStore } from './document-store.ts';
import type { DocumentVault } from './document-vault.ts';
import { identityChecks, identityDocuments } from './tables.ts';

/** Maximum number of documents that one player may send within a day. */
export const mostDocumentsPerDay = 12;
const dayMs = 86_400_000;

export interface IdentityDeps {
  db: Db;
  clock: { now(): Date };
  store: DocumentStore;
  vault: DocumentVault;
}

interface NewDocument {
  kind: DocumentField;
  mediaType: DocumentType;
  content: Buffer;
}

/** Columns that an operator needs to check an identity, each with the name of its profile field. */
const neededFields = {
  firstName: 'firstName',
  lastName: 'lastName',
  birthDate: 'birthDate',
  countryId: 'country',
} as const;
const needed = namesOf(neededFields);

/** @throws Refusal that names the wrong files */
function documentsIn(request: RequestVerificationRequest): NewDocument[] {
  const wrong: Record<string, string> = {};
  const documents = documentFields.flatMap((kind): NewDocument[] => {
    const encoded = request[kind];
    if (encoded === undefined) return [];
    const content = Buffer.from(encoded, 'base64');
    const { mediaType, problem } = examineDocument(content);
    if (mediaType !== null) return [{ kind, mediaType, content }];
    wrong[kind] = problem;
    return [];
  });
  if (Object.keys(wrong).length > 0) throw Refusal.ofFields(wrong);
  return documents;
}

/** @throws Refusal that names the missing fields of the profile */
function checkProfile(account: Account): void {
  const missing = needed.filter((name) => account[name] === null);
  if (missing.length > 0)
    throw Refusal.ofFields(Object.fromEntries(missing.map((name) => [neededFields[name], 'field.missing'])));
}

const canRequest = ({ kycState }: Account): boolean => kycState === 'none' || kycState === 'refused';

async function countDocumentsSince(tx: Transaction, accountId: string, since: Date): Promise<number> {
  const [sent] = await tx
    .select({ documents: count() })
    .from(identityDocuments)
    .where(and(eq(identityDocuments.accountId, accountId), gt(identityDocuments.createdAt, since)));
  return sent?.documents ?? 0;
}

/**
 * Erases the keys of documents for which no identity check began. The periodic sweep then deletes the files. If the
 * check began, the keys stay, even if the database's response to the commit was lost.
 */
function discard(on: Queryable, documentIds: readonly string[]) {
  return on
    .update(identityDocuments)
    .set({ state: 'removing', sealedKey: null })
    .where(
      and(inArray(identityDocuments.documentId, [...documentIds]), eq(identityDocuments.state, 'writing')),
    );
}

/** Encrypts and writes the files. Returns the encrypted keys. */
async function writeFiles(
  { store, vault }: Pick<IdentityDeps, 'store' | 'vault'>,
  announced: readonly { kind: DocumentField; documentId: string }[],
  documents: readonly NewDocument[],
): Promise<{ documentId: string; sealedKey: string }[]> {
  const written = [];
  for (const { kind, documentId } of announced) {
    const document = documents.find((one) => one.kind === kind);
    if (!document) throw new Error(`${documentId} has no content`);
    const { file, sealedKey } = vault.encrypt(documentId, document.content);
    await store.put(documentId, file);
    written.push({ documentId, sealedKey });
  }
  return written;
}

/**
 * Creates the service with which players send documents and request the check of their identity. An operator decides on
 * the check (`npm run admin -- verifications`). A row for each document is committed before its file is written. If the
 * process is killed before the check begins, a periodic sweep finds these rows and deletes the files.
 */
export function createIdentityService({ db, clock, store, vault }: IdentityDeps) {
  /**
   * Inserts the rows of documents whose files do not exist yet. If the player cannot request a check now, inserts
   * nothing and returns the state of their identity check.
   */
  const announce = async (
    tx: Transaction,
    accountId: string,
    documents: readonly NewDocument[],
  ): Promise<{ kind: DocumentField; documentId: string }[] | KycState> => {
    const account = await lockAccount(tx, accountId);
    if (!canRequest(account)) return account.kycState;
    checkProfile(account);
    const now = clock.now();
    const sent = await countDocumentsSince(tx, accountId, new Date(now.getTime() - dayMs));
    if (sent + documents.length > mostDocumentsPerDay)
      throw Refusal.ofFields({ identity: 'document.too_many' });
    if (documents.length === 0) return [];
    return tx
      .insert(identityDocuments)
      .values(
        documents.map(({ kind, mediaType, content }) => ({
          accountId,
          kind,
          mediaType,
          bytes: content.length,
          state: 'writing' as const,
          createdAt: now,
        })),
      )
      .returning({ kind: identityDocuments.kind, documentId: identityDocuments.documentId });
  };

  /** Starts the check if no other request of the player has started a check since `announce`. */
  const start = (accountId: string, written: readonly { documentId: string; sealedKey: string }[]) =>
    db.transaction(async (tx): Promise<KycState> => {
      const account = await lockAccount(tx, accountId);
      if (!canRequest(account)) {
        await discard(
          tx,
          written.map(({ documentId }) => documentId),
        );
        return account.kycState;
      }
      checkProfile(account);
      const [check] = await tx
        .insert(identityChecks)
        .values({ accountId, state: 'pending', requestedAt: clock.now() })
        .returning({ checkId: identityChecks.checkId });
      if (!check) throw new Error('insert returned no row');
      for (const { documentId, sealedKey } of written) {
        const stored = await tx
          .update(identityDocuments)
          .set({ state: 'stored', checkId: check.checkId, sealedKey })
          .where(and(eq(identityDocuments.documentId, documentId), eq(identityDocuments.state, 'writing')))
          .returning({ documentId: identityDocuments.documentId });
        if (stored.length === 0) throw new Error(`${documentId} was removed before its check began`);
      }
      await tx.update(accounts).set({ kycState: 'pending' }).where(eq(accounts.accountId, accountId));
      await notify(tx, accountId, 'identity_pending', {}, clock.now());
      return 'pending';
    });

  return {
    async request(
      { accountId }: Player,
      request: RequestVerificationRequest,
    ): Promise<{ kycStatus: KycState }> {
      const documents = documentsIn(request);
      const announced = await db.transaction((tx) => announce(tx, accountId, documents));
      if (typeof announced === 'string') return { kycStatus: announced };
      try {
        const written = await writeFiles({ store, vault }, announced, documents);
        return { kycStatus: await start(accountId, written) };
      } catch (error) {
        await discard(
          db,
          announced.map(({ documentId }) => documentId),
        ).catch(() => undefined);
        throw error;
      }
    },
  };
}

export type IdentityService = ReturnType<typeof createIdentityService>;
