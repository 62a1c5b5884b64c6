import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe } from 'vitest';

/**
 * Returns the path of an installed program, or null. The search includes Debian's folders for servers, because the PATH
 * of ordinary users lacks these folders.
 */
export function installed(...names: string[]): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  for (const name of names)
    for (const folder of folders) {
      const file = path.join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // The program is not in this folder, so the next folder is tried.
      }
    }
  return null;
}

/**
 * Returns `describe` if the server is present. npm cannot install this server, so a missing server only skips the tests
 * with a warning. If CI=true, a missing server makes the run fail.
 */
export function describeWith(server: string, present: boolean): typeof describe | typeof describe.skip {
  if (present) return describe;
  if (process.env['CI'] === 'true') throw new Error(`${server} is not installed: tests/install-services.sh`);
  console.warn(`${server} is not installed: the tests against it in this file are not run.`);
  return describe.skip;
}

/**
 * Returns a free port of 127.0.0.1 for programs that cannot choose a port themselves. Another process could take the
 * port before the program listens.
 */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
