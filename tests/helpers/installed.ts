import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe } from 'vitest';

/** Returns the path of an installed program, or null. Debian installs servers outside the PATH of ordinary users. */
export function installed(...names: string[]): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  for (const name of names)
    for (const folder of folders) {
      const file = path.join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // The program is not in this folder: try the next one.
      }
    }
  return null;
}

/**
 * A `describe` for tests that need a server which npm does not provide. If the server is not installed, the run
 * reports the skipped tests; with CI=true the run fails.
 */
export function describeWith(server: string, present: boolean): typeof describe | typeof describe.skip {
  if (present) return describe;
  if (process.env['CI'] === 'true') throw new Error(`${server} is not installed: tests/install-services.sh`);
  console.warn(`${server} is not installed: the tests against it in this file are not run.`);
  return describe.skip;
}

/** Returns a port of 127.0.0.1 that was free a moment ago, for programs that cannot listen on port 0. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
