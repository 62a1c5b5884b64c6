import { and, asc, eq, gt, ne } from 'drizzle-orm';
import type { FingerprintKey } from '../campaigns/fingerprint-key.ts';
import { ConfigError } from '../config/config.ts';
import type { Db } from '../db/database.ts';
import type { DocumentVault } from '../identity/document-vault.ts';
import { resealDocuments } from '../identity/reseal-documents.ts';
import type { SeedVault } from './seed-vault.ts';
import { draws } from './tables.ts';

/**
 * Number of draws that one transaction locks. It is small, because a sale or a publication may wait until the
 * transaction ends.
 */
const batch = 50;

export interface ResealReport {
  /** Number of draws that are not published yet. */
  draws: number;
  /** Number of seeds that were sealed with an earlier key. */
  resealed: number;
}

function resealed(vault: SeedVault, sealedSeed: string, drawId: string): string | null {
  try {
    return vault.reseal(sealedSeed, drawId);
  } catch {
    throw new ConfigError(
      `DRAW_SEAL_KEY does not open the seed of ${drawId}: list the key that sealed it after the new one`,
    );
  }
}

/** Reseals the seeds of all draws that are not published, in batches. */
async function pass(db: Db, vault: SeedVault): Promise<ResealReport> {
  const report: ResealReport = { draws: 0, resealed: 0 };
  let after = '';
  for (;;) {
    const rows = await db.transaction(async (tx) => {
      const found = await tx
        .select({ drawId: draws.drawId, sealedSeed: draws.sealedSeed })
        .from(draws)
        .where(and(ne(draws.status, 'published'), gt(draws.drawId, after)))
        .orderBy(asc(draws.drawId))
        .limit(batch)
        .for('update');
      for (const { drawId, sealedSeed } of found) {
        const sealed = resealed(vault, sealedSeed, drawId);
        if (sealed === null) continue;
        await tx.update(draws).set({ sealedSeed: sealed }).where(eq(draws.drawId, drawId));
        report.resealed++;
      }
      return found;
    });
    report.draws += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < batch) return report;
    after = last.drawId;
  }
}

interface Resealing {
  vault: SeedVault;
  documentVault: Pick<DocumentVault, 'reseal'>;
  fingerprintKey: Pick<FingerprintKey, 'reseal'>;
}

/**
 * Reseals, with the current DRAW_SEAL_KEY, everything that an earlier key has sealed: the seeds of unpublished draws,
 * the keys of documents and the fingerprint key. The function can be interrupted at any time and run again. The
 * platform can run at the same time.
 * @throws ConfigError with the id of the first draw whose seed no key opens
 */
export async function resealAll(
  db: Db,
  { vault, documentVault, fingerprintKey }: Resealing,
): Promise<ResealReport> {
  await db.transaction((tx) => fingerprintKey.reseal(tx));
  await resealDocuments(db, documentVault);
  const report = await pass(db, vault);
  // The second pass reseals the seeds of draws that were committed during the first pass.
  const { draws: found, resealed: late } = await pass(db, vault);
  return { draws: found, resealed: report.resealed + late };
}
