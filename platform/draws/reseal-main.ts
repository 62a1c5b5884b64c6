/**
 * `npm run reseal` uses the new DRAW_SEAL_KEY to encrypt everything that the earlier key had encrypted. The earlier key
 * can then be removed (docs/operations.md, keys). Exit codes: 0 if the earlier key is no longer needed, 2 if the
 * database cannot be read, 78 if the configuration is wrong.
 */
import { createFingerprintKey } from '../campaigns/fingerprint-key.ts';
import { ConfigError } from '../config/config.ts';
import { readDatabaseConfig } from '../config/database-config.ts';
import { createCommandDatabase, refuseMissingDatabase } from '../db/command-database.ts';
import { sqlState } from '../db/database.ts';
import { createDocumentVault } from '../identity/document-vault.ts';
import { type ResealReport, resealAll } from './reseal.ts';
import { createSeedVault } from './seed-vault.ts';

const exitCodes = { done: 0, unreadable: 2, configuration: 78 } as const;
const noSuchTable = '42P01';

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function reseal(): Promise<ResealReport> {
  const { database: place, drawSealKeys } = await readDatabaseConfig(process.env);
  if (drawSealKeys.length === 0)
    throw new ConfigError('DRAW_SEAL_KEY is missing: state the new key, a comma, the old one');
  await refuseMissingDatabase(place);
  const { database, ensureRunning, close } = createCommandDatabase(place, (error) =>
    say(`PostgreSQL was not stopped: ${String(error)}`),
  );
  try {
    await ensureRunning();
    return await resealAll(database.db, {
      vault: createSeedVault(drawSealKeys),
      documentVault: createDocumentVault(drawSealKeys),
      fingerprintKey: createFingerprintKey(drawSealKeys),
    });
  } finally {
    await close();
  }
}

try {
  const { draws, resealed } = await reseal();
  process.stdout.write(
    `${draws} draws are not published yet: ${resealed} seeds were sealed again, all open with the current key.\n`,
  );
  process.exitCode = exitCodes.done;
} catch (error) {
  // If a connection fails at several addresses, the AggregateError has no message. Each error inside it has a message.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const reason = first instanceof Error ? first.message : String(first);
  say(
    `The seeds were not sealed again: ${sqlState(error) === noSuchTable ? 'this database has no draws' : reason}`,
  );
  process.exitCode = error instanceof ConfigError ? exitCodes.configuration : exitCodes.unreadable;
}
