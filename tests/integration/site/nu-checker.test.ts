import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountRouteNames, accountRoutes } from '../../../shared/pages/account-routes.ts';
import { fund } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { describeWith, installed } from '../../helpers/installed.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer } from '../../helpers/player.ts';
import { buyNext } from '../../helpers/player-actions.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { addressOf, sitePages } from '../../helpers/site-pages.ts';

const java = installed('java');
const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
const run = promisify(execFile);

/**
 * Java's arguments. The checker runs only for seconds, so Java's second compiler would cost more than it saves. The code
 * of the first compiler needs a larger stack for the schemas of HTML.
 */
const checker = ['-XX:TieredStopAtLevel=1', '-Xss4m', '-jar', jar];

interface Message {
  url: string;
  message: string;
  extract?: string;
}

/** Returns the errors that the Nu HTML checker finds in the files of a folder. */
async function errorsIn(folder: string): Promise<string[]> {
  const args = [...checker, '--stdout', '--exit-zero-always', '--errors-only', '--format', 'json', folder];
  const { stdout } = await run(java ?? 'java', args, { maxBuffer: 64 * 1024 * 1024 });
  const { messages }: { messages: Message[] } = JSON.parse(stdout);
  return messages.map(({ url, message, extract }) => `${path.basename(url)}: ${message} ${extract ?? ''}`);
}

describeWith('java', java !== null)('Nu HTML checker', () => {
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

  it('finds no error in any page of the site or the account area, but does find the error of a faulty file', async () => {
    for (const [index, sitePage] of sitePages.entries()) {
      const url = new URL(await addressOf(sitePage, site.origin));
      // All languages have the same markup, so each page is checked in only one language.
      const prefix = ['', '/hi', '/pt', '/nb'][index % 4] ?? '';
      const { text } = await ask(site.origin, prefix + url.pathname + url.search);
      const name = sitePage.name.replace(/[^\w-]+/g, '-');
      writeFileSync(path.join(folder, `${name}.html`), text);
    }
    const player = await createPlayer(platform);
    await fund(platform, player.accountId, 'deposit', 1000_00);
    await buyNext(platform, player, 'symbols', [['lotus', 'lamp', 'bell', 'kite']]);
    const cookie = cookieHeader(sessionJar(site, player));
    for (const [index, name] of accountRouteNames.entries()) {
      const prefix = ['', '/hi', '/pt', '/nb'][index % 4] ?? '';
      const address = `${prefix}${accountRoutes[name].path}?whole=1`;
      const { status, text } = await ask(site.origin, address, { headers: { cookie } });
      expect([name, status]).toEqual([name, 200]);
      writeFileSync(path.join(folder, `account-${name}.html`), text);
    }
    // The error of this file shows that the checker has run.
    writeFileSync(
      path.join(folder, 'faulty.html'),
      '<!doctype html><title>A</title><p id="a"><i id="a"></i>',
    );
    const errors = await errorsIn(folder);
    expect(errors.filter((error) => !error.startsWith('faulty.html: Duplicate ID'))).toEqual([]);
    expect(errors).toHaveLength(1);
  }, 120_000);
});
