import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { installed } from './installed.ts';

export interface Varnish {
  /** Origin of Varnish, to which clients send requests. */
  url: string;
  /** URL for the site's CDN_PURGE_URL. */
  purgeUrl: string;
  purgeToken: string;
  /** Whether Varnish's health probes find at least one healthy instance of the site. */
  isWell(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface VarnishOptions {
  /** Origins of one or two instances of the site. */
  origins: [string] | [string, string];
  /** The only address whose forwarding headers Varnish trusts. It replaces the list in docker/addresses.vcl. */
  trusts?: string;
  /** Additional arguments, one word each. */
  args?: string[];
}

const binary = installed('varnishd');

/** Whether Varnish is installed. If not, `describeWith('varnishd', hasVarnish)` skips the tests. */
export const hasVarnish = binary !== null;

const run = promisify(execFile);
const docker = path.resolve(import.meta.dirname, '../../docker');
const purgeToken = 'test-cdn-purge-token-0123';

/** Returns docker/addresses.vcl with the addresses of the test. */
export const addressesFor = ({ origins, trusts }: Pick<VarnishOptions, 'origins' | 'trusts'>): string => {
  const [first, second = first] = origins.map((origin) => new URL(origin));
  const shipped = readFileSync(path.join(docker, 'addresses.vcl'), 'utf8');
  const trusted = trusts ? shipped.replace(/(acl trusted_proxies \{)[^}]*/, `$1 "${trusts}";`) : shipped;
  return trusted.replaceAll(
    /\.host = "site-([12])";(\s+)\.port = "3000";/g,
    (_all, number: string, space: string) => {
      const { hostname = '', port = '' } = (number === '1' ? first : second) ?? {};
      return `.host = "${hostname}";${space}.port = "${port}";`;
    },
  );
};

/** Starts a real Varnish with the shipped docker/varnish.vcl on free ports of 127.0.0.1. */
export const startVarnish = async (options: VarnishOptions): Promise<Varnish> => {
  if (binary === null) throw new Error('varnishd is not installed');
  const folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-varnish-'));
  writeFileSync(path.join(folder, 'addresses.vcl'), addressesFor(options));
  const child = spawn(
    binary,
    [
      '-F',
      '-j',
      'none',
      '-n',
      folder,
      '-f',
      path.join(docker, 'varnish.vcl'),
      '-a',
      'public=127.0.0.1:0',
      '-a',
      'purge=127.0.0.1:0',
      '-s',
      'default=malloc,64m',
      '-p',
      'http_gzip_support=off',
      '-p',
      `vcl_path=${folder}`,
      ...(options.args ?? []),
    ],
    {
      env: { PATH: process.env['PATH'] ?? '', CDN_PURGE_TOKEN: purgeToken },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const end = () => child.kill('SIGKILL');
  // Varnish must not outlive the test run. If its main process is killed, its child process stops as well.
  process.once('exit', end);
  let output = '';
  const started = Promise.withResolvers<void>();
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      process.off('exit', end);
      rmSync(folder, { recursive: true, force: true });
      resolve();
      started.reject(new Error(`Varnish ended before it was ready: ${output}`));
    });
  });
  const keep = (piece: Buffer) => {
    output += piece.toString();
    if (/Child starts/.test(output)) started.resolve();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.once('error', started.reject);
  await started.promise;

  const admin = async (...words: string[]): Promise<string> => {
    const { stdout } = await run('varnishadm', ['-n', folder, ...words]);
    return stdout;
  };
  const addresses = await admin('debug.listen_address');
  const addressOf = (socket: string): string => {
    const [, host = '', port = ''] = new RegExp(`^${socket} (\\S+) (\\d+)$`, 'm').exec(addresses) ?? [];
    return `http://${host}:${port}`;
  };
  return {
    url: addressOf('public'),
    purgeUrl: `${addressOf('purge')}/`,
    purgeToken,
    async isWell() {
      return /\bsites\s+probe\s+\S+\s+healthy/.test(await admin('backend.list'));
    },
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};

/** Starts Varnish like `startVarnish`, and waits until its health probes find an instance that answers. */
export const startHealthyVarnish = async (options: VarnishOptions): Promise<Varnish> => {
  const varnish = await startVarnish(options);
  const expectWell = async () => {
    if (!(await varnish.isWell())) throw new Error('Varnish has found no instance');
  };
  await vi.waitFor(expectWell, { timeout: 20_000, interval: 20 });
  return varnish;
};
