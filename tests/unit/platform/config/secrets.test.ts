import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecrets } from '../../../../platform/config/secrets.ts';
import { isPassword } from '../../../../shared/domain/input-rules.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'golden-lotto-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const file = () => join(dataDir, 'secrets.json');

describe('loadSecrets', () => {
  it('generates the secrets once, in a file that only its owner can read', async () => {
    const made = await loadSecrets(dataDir);
    expect(await loadSecrets(dataDir)).toEqual(made);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(new Set(Object.values(made)).size).toBe(6);
    expect(isPassword(made.demoPassword, { password_min: 8, password_max: 32 })).toBe(true);
    expect(await readdir(dataDir)).toEqual(['secrets.json']);
  });

  it('returns the same secrets to processes that start at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(dataDir)));
    expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  });

  it('adds only the missing secrets to an existing file', async () => {
    const { drawSealKey, platformHash } = await loadSecrets(dataDir);
    await writeFile(file(), JSON.stringify({ drawSealKey, platformHash }));
    const completed = await loadSecrets(dataDir);
    expect(completed).toMatchObject({ drawSealKey, platformHash });
    expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual(completed);
  });

  it.each([
    ['{', 'not JSON'],
    ['{"drawSealKey":"short"}', 'drawSealKey must be 64 hex digits'],
  ])('rejects and does not overwrite a file that contains %s', async (text, message) => {
    await writeFile(file(), text);
    await expect(loadSecrets(dataDir)).rejects.toThrow(message);
    expect(await readFile(file(), 'utf8')).toBe(text);
  });
});
