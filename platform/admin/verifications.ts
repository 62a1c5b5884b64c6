import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, asc, desc, eq } from 'drizzle-orm';
import { documentTypes } from '../../shared/domain/document-file.ts';
import { accounts } from '../accounts/tables.ts';
import { ConfigError } from '../config/config.ts';
import type { Queryable } from '../db/database.ts';
import { createDocumentVault } from '../identity/document-vault.ts';
import { identityChecks, identityDocuments } from '../identity/tables.ts';
import { notify } from '../notifications/notify.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { rejectCommand } from './failure.ts';
import { findPlayer, holdPlayer } from './find-player.ts';
import { many } from './words.ts';

const listLimit = 500;

/** Lists the identity checks that wait for a decision, oldest first, at most 500. */
export async function listVerifications({ db }: AdminDeps): Promise<Outcome> {
  const rows = await db
    .select({
      username: accounts.username,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
      birthDate: accounts.birthDate,
      countryId: accounts.countryId,
      requestedAt: identityChecks.requestedAt,
      documents: db.$count(identityDocuments, eq(identityDocuments.checkId, identityChecks.checkId)),
    })
    .from(identityChecks)
    .innerJoin(accounts, eq(accounts.accountId, identityChecks.accountId))
    .where(eq(identityChecks.state, 'pending'))
    .orderBy(asc(identityChecks.requestedAt))
    .limit(listLimit);
  return {
    data: rows.map((row) => ({ ...row, requestedAt: row.requestedAt.toISOString() })),
    lines: [
      ...rows.map(
        ({ username, firstName, lastName, birthDate, countryId, requestedAt, documents }) =>
          `${requestedAt.toISOString()}  ${username}  ${firstName} ${lastName}, born ${birthDate}, ${countryId}, ${many(documents, 'document')}`,
      ),
      rows.length === 0 ? 'No player waits for a check.' : `${many(rows.length, 'player')} to check.`,
    ],
  };
}

/** Reads a player's identity documents that have not been deleted, newest first. */
function storedDocuments(on: Queryable, accountId: string) {
  return on
    .select()
    .from(identityDocuments)
    .where(and(eq(identityDocuments.accountId, accountId), eq(identityDocuments.state, 'stored')))
    .orderBy(desc(identityDocuments.createdAt), asc(identityDocuments.kind));
}

/** Shows the profile fields that an operator compares with the documents, and all identity checks of a player. */
export async function showVerification({ db }: AdminDeps, who: string): Promise<Outcome> {
  const account = await findPlayer(db, who);
  const { accountId, username, firstName, lastName, birthDate, countryId, stateId } = account;
  const checks = await db
    .select()
    .from(identityChecks)
    .where(eq(identityChecks.accountId, accountId))
    .orderBy(desc(identityChecks.requestedAt))
    .limit(listLimit);
  const documents = (await storedDocuments(db, accountId)).map(
    ({ sealedKey: _sealedKey, accountId: _accountId, state: _state, ...document }) => document,
  );
  const place = [account.street, account.postCode, account.city, stateId, countryId]
    .filter(Boolean)
    .join(', ');
  return {
    data: {
      accountId,
      username,
      firstName,
      lastName,
      birthDate,
      place,
      kycState: account.kycState,
      checks,
      documents,
    },
    lines: [
      `player     ${username}, ${accountId}`,
      `identity   ${account.kycState}`,
      `name       ${firstName} ${lastName}`,
      `born       ${birthDate}`,
      `address    ${place}`,
      ...checks.map(({ state, reason, requestedAt, decidedAt, decidedBy }) =>
        [
          `check      requested ${requestedAt.toISOString()}`,
          ...(decidedAt ? [`${state} ${decidedAt.toISOString()} by ${decidedBy}`] : [state]),
          ...(reason === null ? [] : [`because: ${reason}`]),
        ].join('  '),
      ),
      ...documents.map(
        ({ kind, mediaType, bytes, createdAt }) =>
          `document   ${kind}  ${mediaType}  ${bytes.toLocaleString('en')} bytes  ${createdAt.toISOString()}`,
      ),
      documents.length === 0
        ? 'No document is stored.'
        : `Read the documents with verifications save ${username} --out FOLDER.`,
    ],
  };
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/**
 * Writes the decrypted documents of a player into a new folder that only the operator's system user can read. The log
 * line is committed before any file is written.
 * @throws AdminFailure if the folder exists, or if there is no document
 */
export async function saveDocuments(
  deps: AdminDeps,
  acting: Acting,
  { who, folder }: { who: string; folder: string },
): Promise<Outcome> {
  const { db, documents: store, drawSealKeys } = deps;
  if (drawSealKeys.length === 0)
    throw new ConfigError('DRAW_SEAL_KEY is missing: without it the documents cannot be decrypted');
  const vault = createDocumentVault(drawSealKeys);
  const { accountId, username } = await findPlayer(db, who);
  const documents = await storedDocuments(db, accountId);
  if (documents.length === 0) return rejectCommand(`no document of ${username} is stored`);
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (isThere(error)) return rejectCommand(`${folder} exists: files are not overwritten`);
    throw error;
  });
  try {
    const logged = await perform(deps, { ...acting, isDryRun: false }, async () => ({
      data: null,
      lines: [],
      line: {
        act: 'verifications save',
        accountId,
        subject: null,
        reason: null,
        result: { documents: documents.length },
      },
    }));
    const files: string[] = [];
    for (const [index, { documentId, kind, mediaType, sealedKey }] of documents.entries()) {
      const file = await store.get(documentId);
      if (file === null || sealedKey === null)
        return rejectCommand(`the file of the document ${documentId} is missing in the document store`);
      const path = join(folder, `${index + 1}-${kind}.${documentTypes[mediaType]}`);
      await writeFile(path, vault.decrypt(documentId, sealedKey, file), { flag: 'wx', mode: 0o600 });
      files.push(path);
    }
    return {
      data: { accountId, files },
      lines: [
        ...files,
        'The files come from the player: open them in a viewer without scripts, and delete the folder afterwards.',
        ...logged.lines,
      ],
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

interface Decision {
  who: string;
  verdict: 'approved' | 'refused';
  reason: string | null;
  /** Name of the command in the operators' log. */
  act: string;
  /** If true, the command is rejected unless the player has requested a check. */
  needsRequest: boolean;
}

/**
 * Records an operator's decision on a player's identity and notifies the player. The first withdrawal requires an
 * approval.
 */
export function decideIdentity(
  deps: AdminDeps,
  acting: Acting,
  { who, verdict, reason, act, needsRequest }: Decision,
): Promise<Outcome> {
  return perform(deps, acting, async (tx) => {
    const { accountId, username, kycState: before } = await holdPlayer(tx, who);
    if (before === verdict) return rejectCommand(`the identity of ${username} is already ${verdict}`);
    if (needsRequest && before !== 'pending')
      return rejectCommand(`${username} has not requested a check: the identity is ${before}`);
    await tx.update(accounts).set({ kycState: verdict }).where(eq(accounts.accountId, accountId));
    const now = deps.clock.now();
    const decision = { state: verdict, reason, decidedAt: now, decidedBy: acting.operator };
    const [decided] = await tx
      .update(identityChecks)
      .set(decision)
      .where(and(eq(identityChecks.accountId, accountId), eq(identityChecks.state, 'pending')))
      .returning({ checkId: identityChecks.checkId });
    if (!decided) await tx.insert(identityChecks).values({ ...decision, accountId, requestedAt: now });
    if (verdict === 'approved') await notify(tx, accountId, 'identity_approved', {}, now);
    else await notify(tx, accountId, 'identity_refused', reason === null ? {} : { reason }, now);
    return {
      data: { accountId, kycState: verdict },
      lines: [`The identity of ${username} is ${verdict}. The player is notified.`],
      line: {
        act,
        accountId,
        subject: decided?.checkId ?? null,
        reason,
        result: { before, kycState: verdict },
      },
    };
  });
}
