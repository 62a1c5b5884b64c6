import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { ConfigError } from '../config/config.ts';
import type { Db } from '../db/database.ts';
import type { DocumentVault } from './document-vault.ts';
import { identityDocuments } from './tables.ts';

const batch = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Encrypts the keys of all stored documents with the current DRAW_SEAL_KEY. The files stay unchanged.
 * @throws ConfigError with the id of the first document whose key cannot be decrypted
 */
export async function resealDocuments(db: Db, vault: Pick<DocumentVault, 'reseal'>): Promise<void> {
  let after = firstId;
  for (;;) {
    const rows = await db.transaction(async (tx) => {
      const found = await tx
        .select({ documentId: identityDocuments.documentId, sealedKey: identityDocuments.sealedKey })
        .from(identityDocuments)
        .where(and(gt(identityDocuments.documentId, after), isNotNull(identityDocuments.sealedKey)))
        .orderBy(asc(identityDocuments.documentId))
        .limit(batch)
        .for('update');
      for (const { documentId, sealedKey } of found) {
        const sealed = sealedKey === null ? null : resealed(vault, documentId, sealedKey);
        if (sealed === null) continue;
        await tx
          .update(identityDocuments)
          .set({ sealedKey: sealed })
          .where(eq(identityDocuments.documentId, documentId));
      }
      return found;
    });
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.documentId;
  }
}

function resealed(
  vault: Pick<DocumentVault, 'reseal'>,
  documentId: string,
  sealedKey: string,
): string | null {
  try {
    return vault.reseal(documentId, sealedKey);
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}
