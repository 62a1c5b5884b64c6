import { randomBytes, randomInt } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Key = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');

/** What the embedded pair needs and nobody configured: 32 random bytes each, as hex, and a password to type. */
export const Secrets = z.object({
  platformApiKey: Key,
  platformHash: Key,
  drawSealKey: Key,
  sessionKey: Key,
  purgeToken: Key,
  demoPassword: z.string().min(8, 'must have 8 characters or more'),
});
export type Secrets = z.infer<typeof Secrets>;

function key(): string {
  return randomBytes(32).toString('hex');
}

/** 60 bits, in a form that can be read aloud and that every password rule takes. */
function password(): string {
  return `Gold-${Array.from({ length: 3 }, () => randomInt(1_048_576).toString(36).padStart(4, '0')).join('-')}-7`;
}

function generateSecrets(): Secrets {
  return {
    platformApiKey: key(),
    platformHash: key(),
    drawSealKey: key(),
    sessionKey: key(),
    purgeToken: key(),
    demoPassword: password(),
  };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function writeFresh(path: string, secrets: Secrets): Promise<string> {
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}

/**
 * The secrets of the embedded mode, made once and kept in `DATA_DIR/secrets.json` (mode 600).
 *
 * Safe when several processes start at once: the file appears whole or not at all, and whoever comes second
 * takes the first one's. A file from an older version gets what it lacks. Throws with one line that names the
 * file when it cannot be read or holds something else.
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  await mkdir(dataDir, { recursive: true });
  const read = () => readFile(path, 'utf8');
  let text: string;
  try {
    text = await read();
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
    const temporary = await writeFresh(path, generateSecrets());
    // link() refuses to replace, where rename() would let two processes go on with different keys.
    await link(temporary, path).catch((failure: unknown) => {
      if (!isCode(failure, 'EEXIST')) throw failure;
    });
    await rm(temporary, { force: true });
    text = await read();
  }
  let known: unknown;
  try {
    known = JSON.parse(text);
  } catch {
    throw new Error(
      `${path}: not JSON. Restore it from a backup: without its keys committed draws cannot be held.`,
    );
  }
  const complete = Secrets.safeParse(known);
  if (complete.success) return complete.data;
  const partial = Secrets.partial().safeParse(known);
  if (!partial.success) {
    const issue = partial.error.issues[0];
    throw new Error(`${path}: ${issue?.path.join('.') ?? 'content'} ${issue?.message ?? 'is malformed'}`);
  }
  const kept = Object.fromEntries(Object.entries(partial.data).filter(([, value]) => value !== undefined));
  const secrets = Secrets.parse({ ...generateSecrets(), ...kept });
  await rename(await writeFresh(path, secrets), path);
  await chmod(path, 0o600);
  return secrets;
}
