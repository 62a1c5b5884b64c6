import { checkLedger } from '../../platform/wallet/check.ts';
import type { TestPlatform } from './platform.ts';

/** Stops a platform. Throws an error if the ledger check finds anything. */
export async function stopWithCleanLedger(platform: TestPlatform): Promise<void> {
  try {
    const { findings } = await checkLedger(platform.deps.database);
    if (findings.length > 0) throw new Error(findings.join('\n'));
  } finally {
    await platform.stop();
  }
}
