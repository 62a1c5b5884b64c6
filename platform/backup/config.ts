import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type DatabasePlace, Environment } from '../config/config.ts';
import { Secrets } from '../config/secrets.ts';
import { BackupFailure } from './failure.ts';

export interface BackupConfig {
  database: DatabasePlace;
  /** As hex; null where neither the environment nor DATA_DIR holds it. */
  drawSealKey: string | null;
}

const Needed = Environment.pick({ DATABASE_URL: true, DATA_DIR: true, DRAW_SEAL_KEY: true });

/** The key that lies beside embedded data. Other than a start of the platform, this makes none. */
async function keptKey(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, 'secrets.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return Secrets.pick({ drawSealKey: true }).parse(JSON.parse(text)).drawSealKey;
  } catch {
    throw new BackupFailure('configuration', `${join(dataDir, 'secrets.json')} does not hold the keys`);
  }
}

/**
 * Which database is meant, by the variables that the platform itself goes by. Its other keys need not be there.
 * @throws BackupFailure naming the first malformed variable
 */
export async function readBackupConfig(env: Record<string, string | undefined>): Promise<BackupConfig> {
  const parsed = Needed.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  );
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new BackupFailure('configuration', `${issue?.path.join('.')} ${issue?.message}`);
  }
  const { DATABASE_URL: url, DATA_DIR, DRAW_SEAL_KEY } = parsed.data;
  const stated = DRAW_SEAL_KEY?.toLowerCase() ?? null;
  if (url !== undefined) return { database: { kind: 'external', url }, drawSealKey: stated };
  const dataDir = resolve(DATA_DIR);
  return { database: { kind: 'embedded', dataDir }, drawSealKey: stated ?? (await keptKey(dataDir)) };
}
