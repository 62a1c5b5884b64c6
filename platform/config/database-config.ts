import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError, type DatabasePlace } from './config.ts';
import { Environment } from './environment.ts';
import { Secrets } from './secrets.ts';

export interface DatabaseConfig {
  database: DatabasePlace;
  /**
   * Values of DRAW_SEAL_KEY as hex, the current one first. The list is empty if neither the environment nor DATA_DIR
   * contains a key.
   */
  drawSealKeys: readonly string[];
}

const Needed = Environment.pick({ DATABASE_URL: true, DATA_DIR: true, DRAW_SEAL_KEY: true });

/**
 * Reads DRAW_SEAL_KEY from DATA_DIR. Returns an empty list if the key is missing, because only the start of the
 * platform generates keys.
 */
async function storedKeys(dataDir: string): Promise<string[]> {
  const text = await readFile(join(dataDir, 'secrets.json'), 'utf8').catch(() => null);
  if (text === null) return [];
  try {
    return [Secrets.pick({ drawSealKey: true }).parse(JSON.parse(text)).drawSealKey];
  } catch {
    throw new ConfigError(`${join(dataDir, 'secrets.json')} does not contain the keys`);
  }
}

/**
 * Reads the database settings of a command-line program from the platform's environment variables. Variables that the
 * program does not need may be unset.
 * @throws ConfigError that names the first malformed variable
 */
export async function readDatabaseConfig(
  env: Readonly<Record<string, string | undefined>>,
): Promise<DatabaseConfig> {
  const parsed = Needed.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  );
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const { DATABASE_URL: url, DATA_DIR, DRAW_SEAL_KEY } = parsed.data;
  if (url !== undefined) return { database: { kind: 'external', url }, drawSealKeys: DRAW_SEAL_KEY ?? [] };
  const dataDir = resolve(DATA_DIR);
  return {
    database: { kind: 'embedded', dataDir },
    drawSealKeys: DRAW_SEAL_KEY ?? (await storedKeys(dataDir)),
  };
}
