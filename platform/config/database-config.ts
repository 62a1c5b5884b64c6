import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError, type DatabasePlace, Environment } from './config.ts';
import { Secrets } from './secrets.ts';

export interface DatabaseConfig {
  database: DatabasePlace;
  /** As hex; null if neither the environment nor DATA_DIR contains it. */
  drawSealKey: string | null;
}

const Needed = Environment.pick({ DATABASE_URL: true, DATA_DIR: true, DRAW_SEAL_KEY: true });

/** The key in DATA_DIR. Unlike the start of the platform, this creates none. */
async function storedKey(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, 'secrets.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return Secrets.pick({ drawSealKey: true }).parse(JSON.parse(text)).drawSealKey;
  } catch {
    throw new ConfigError(`${join(dataDir, 'secrets.json')} does not contain the keys`);
  }
}

/**
 * The database of a command-line program, from the platform's own variables. Its other keys may be missing.
 * @throws ConfigError naming the first malformed variable
 */
export async function readDatabaseConfig(
  env: Readonly<Record<string, string | undefined>>,
): Promise<DatabaseConfig> {
  const parsed = Needed.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  );
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const { DATABASE_URL: url, DATA_DIR, DRAW_SEAL_KEY } = parsed.data;
  const stated = DRAW_SEAL_KEY?.toLowerCase() ?? null;
  if (url !== undefined) return { database: { kind: 'external', url }, drawSealKey: stated };
  const dataDir = resolve(DATA_DIR);
  return { database: { kind: 'embedded', dataDir }, drawSealKey: stated ?? (await storedKey(dataDir)) };
}
