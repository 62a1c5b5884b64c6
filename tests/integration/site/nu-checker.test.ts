import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { describeWith, installed } from '../../helpers/installed.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { addressOf, sitePages } from '../../helpers/site-pages.ts';

const java = installed('java');
const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
const run = promisify(execFile);

interface Message {
  url: string;
  message: string;
  extract?: string;
}

/** Returns the errors that the Nu HTML checker finds in the files of a folder. */
async function errorsIn(folder: string): Promise<string[]> {
  const args = ['-jar', jar, '--stdout', '--exit-zero-always', '--errors-only', '--format', 'json', folder];
  const { stdout } = await run(java ?? 'java', args, { maxBuffer: 64 * 1024 * 1024 });
  const { messages }: { messages: Message[] } = JSON.parse(stdout);
  return messages.map(({ url, message, extract }) => `${path.basename(url)}: ${message} ${extract ?? ''}`);
}

describeWith('java', java !== null)('the Nu HTML checker', () => {
  let platform: TestPlatform;
  let site: TestSite;
  const folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-markup-'));

  beforeAll(async () => {
    platform = await startPlatform({ now: new Date('2026-11-21T12:07:30Z'), historyDays: 4 });
    await platform.deps.engine.tick();
    site = await startSite({ platform, clock: platform.clock, warm: false, live: false });
  });
  afterAll(async () => {
    await site?.close();
    await platform?.stop();
    rmSync(folder, { recursive: true });
  });

  it('finds no error in any page, and finds the error of a faulty file', async () => {
    for (const [index, sitePage] of sitePages.entries()) {
      const url = new URL(await addressOf(sitePage, site.origin));
      // The languages share their markup, so each page is checked in one of them.
      const prefix = ['', '/hi', '/pt', '/nb'][index % 4] ?? '';
      const { text } = await ask(site.origin, prefix + url.pathname + url.search);
      const name = sitePage.name.replace(/[^\w-]+/g, '-');
      writeFileSync(path.join(folder, `${name}.html`), text);
    }
    // The error of this file shows that the checker has run.
    writeFileSync(
      path.join(folder, 'faulty.html'),
      '<!doctype html><title>A</title><p id="a"><i id="a"></i>',
    );
    const errors = await errorsIn(folder);
    expect(errors.filter((error) => !error.startsWith('faulty.html: Duplicate ID'))).toEqual([]);
    expect(errors).toHaveLength(1);
  });
});
