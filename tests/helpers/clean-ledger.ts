import { checkLedger } from '../../platform/wallet/check.ts';
import type { TestPlatform } from './platform.ts';

/** Stops a platform. Throws an error if the ledger check finds anything. */
export async function stopWithCleanLedger(platform: TestPlatform): Promise<void> {
  const { findings } = await checkLedger(platform.deps.database);
  await platform.stop();
  if (findings.length > 0) throw new Error(findings.join('\n'));
}
