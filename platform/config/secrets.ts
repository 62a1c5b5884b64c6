import { randomBytes, randomInt } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Key = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');

/** The secrets that the embedded mode generates: keys of 32 random bytes as hex, and a password for the demo player. */
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

/** Returns a password of 60 random bits that is easy to read aloud and satisfies every password rule. */
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
 * Loads the embedded mode's secrets from `DATA_DIR/secrets.json` (mode 600), or generates them. If several processes
 * start at once, all of them use the file of the first process, because the file is created atomically. If an older
 * file lacks a secret, the secret is added.
 * @throws an error of one line that names the file, if the file cannot be read or is malformed
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
    // link() fails if the file exists. rename() would overwrite the file, and two processes would have different keys.
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
      `${path}: not JSON. Restore it from a backup: committed draws cannot be held without its keys.`,
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
