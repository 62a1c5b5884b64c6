import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { installed } from '../../helpers/installed.ts';

export const python = installed('python3');
/** The verification programs that the site serves. */
export const programs = ['verify.py', 'verify.mjs'] as const;

/** Runs a program to its end. Returns its exit code, and what it has written. */
export const runProcess = async (file: string, args: string[]): Promise<{ status: number; text: string }> => {
  try {
    const { stdout } = await promisify(execFile)(file, args);
    return { status: 0, text: stdout };
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !('stdout' in error) || !('stderr' in error))
      throw error;
    return { status: Number(error.code), text: [error.stdout, error.stderr].map(String).join('') };
  }
};

/**
 * Registers the hooks that download the verification programs from a site into a folder, and remove the folder after
 * the tests of the file. The site must be started by an earlier hook.
 */
export function useVerifiers(originOf: () => string) {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'verifiers-'));
    for (const program of programs)
      await writeFile(path.join(folder, program), (await ask(originOf(), `/verifiers/${program}`)).text);
  });
  afterAll(async () => {
    if (folder) await rm(folder, { recursive: true });
  });
  return {
    /** Runs one of the verification programs. */
    run: (program: string, ...args: string[]) =>
      runProcess(program.endsWith('.py') ? (python ?? 'python3') : process.execPath, [
        path.join(folder, program),
        ...args,
      ]),
    /** Writes a value as JSON into the folder. Returns the path of the file. */
    written: async (name: string, value: unknown): Promise<string> => {
      const file = path.join(folder, name);
      await writeFile(file, JSON.stringify(value));
      return file;
    },
  };
}

export const sha256 = (...parts: Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();
const splitOf = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1);
/** The recursive tree hash of RFC 9162 section 2.1.1. */
const treeHash = (data: Buffer[]): Buffer => {
  const [only] = data;
  if (only && data.length === 1) return sha256(Buffer.of(0), only);
  const split = splitOf(data.length);
  return sha256(Buffer.of(1), treeHash(data.slice(0, split)), treeHash(data.slice(split)));
};
/** The inclusion proof of RFC 9162 section 2.1.3.1. */
export const siblingsOf = (at: number, data: Buffer[]): Buffer[] => {
  if (data.length === 1) return [];
  const split = splitOf(data.length);
  const [left, right] = [data.slice(0, split), data.slice(split)];
  return at < split
    ? [...siblingsOf(at, left), treeHash(right)]
    : [...siblingsOf(at - split, right), treeHash(left)];
};
