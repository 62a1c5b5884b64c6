import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
/** The output of `npm run build`, or TEST_DIST. */
const bundle = path.join(process.env['TEST_DIST'] || path.join(root, 'dist'), 'client-ssr');

describe('bundle that renders documents on the server', () => {
  it('contains only modules that Node can load', async () => {
    const modules = globSync('**/*.js', { cwd: bundle }).map((file) => path.join(bundle, file));
    expect(modules).toContain(path.join(bundle, 'entry-server.js'));
    const script = modules.map((file) => `await import('${pathToFileURL(file).href}');\n`).join('');
    // Load the modules in another process, because Vitest resolves packages differently from Node.
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    await expect(run).resolves.toMatchObject({ stderr: '' });
  });
});
