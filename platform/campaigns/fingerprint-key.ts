import { eq } from 'drizzle-orm';
import { ConfigError } from '../config/config.ts';
import { type DerivedKeys, deriveKeys } from '../config/derive-key.ts';
import type { Queryable } from '../db/database.ts';
import { settings } from '../db/tables.ts';
import { seal, unsealWithAny } from '../messages/seal.ts';

const settingName = 'fingerprint_key';

/**
 * The key for the hashes that identify a person. Hashes are kept after an account is deleted, so this key must stay the
 * same when DRAW_SEAL_KEY changes.
 */
export interface FingerprintKey {
  /**
   * Reads the key from the database. At the first start, derives the key from the oldest DRAW_SEAL_KEY and stores the
   * key.
   * @throws ConfigError if DRAW_SEAL_KEY does not decrypt the stored key
   */
  load(db: Queryable): Promise<void>;
  /**
   * Returns the loaded key.
   * @throws if `load` has not been called
   */
  value(): Buffer;
  /**
   * Encrypts the stored key with the current DRAW_SEAL_KEY if an older DRAW_SEAL_KEY encrypted it.
   * @returns whether the stored key was encrypted again
   * @throws ConfigError if DRAW_SEAL_KEY does not decrypt the stored key
   */
  reseal(db: Queryable): Promise<boolean>;
}

/**
 * Decrypts the stored key.
 * @throws ConfigError if none of the keys decrypts it
 */
function open(keys: DerivedKeys, sealed: string): { value: Buffer; isCurrent: boolean } {
  const opened = unsealWithAny(keys, sealed);
  if (opened) return { value: Buffer.from(opened.text, 'base64url'), isCurrent: opened.isCurrent };
  throw new ConfigError(
    'DRAW_SEAL_KEY does not open the stored fingerprint key: start with the DRAW_SEAL_KEY that sealed it',
  );
}

/** @param secretsHex values of DRAW_SEAL_KEY, the current one first */
export function createFingerprintKey(secretsHex: readonly string[]): FingerprintKey {
  const keys = deriveKeys(secretsHex, 'stored keys');
  const sealed = (value: Buffer) => seal(keys[0], value.toString('base64url'));
  let loaded: Buffer | null = null;
  return {
    async load(db) {
      const first = deriveKeys(secretsHex, 'campaigns').at(-1) ?? keys[0];
      await db
        .insert(settings)
        .values({ name: settingName, value: sealed(first) })
        .onConflictDoNothing();
      const [row] = await db.select().from(settings).where(eq(settings.name, settingName));
      if (row) loaded = open(keys, row.value).value;
    },
    value() {
      if (!loaded) throw new Error('the fingerprint key is not loaded yet');
      return loaded;
    },
    async reseal(db) {
      const [row] = await db.select().from(settings).where(eq(settings.name, settingName)).for('update');
      if (!row) return false;
      const { value, isCurrent } = open(keys, row.value);
      if (isCurrent) return false;
      await db
        .update(settings)
        .set({ value: sealed(value) })
        .where(eq(settings.name, settingName));
      return true;
    },
  };
}
