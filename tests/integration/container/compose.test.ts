import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runFlags } from '../../../bin/run-flags.ts';
import { parseConfig } from '../../../platform/config/config.ts';
import { Environment as Known } from '../../../platform/config/environment.ts';
import { Environment, readEnv } from '../../../server/config/env.ts';
import { privateAreas } from '../../../shared/resources.ts';
import { describeWith, installed } from '../../helpers/installed.ts';
import { addressesFor, hasVarnish } from '../../helpers/varnish-server.ts';
import { read, root, sentFiles } from './assemble.ts';
import { type Compose, filledIn, readCompose, readEnvFile, type Service, variables } from './compose.ts';

const compose: Compose = readCompose(filledIn());
const services = Object.entries(compose.services);
const service = (name: string): Service => {
  const found = compose.services[name];
  if (!found) throw new Error(`no service ${name}`);
  return found;
};
const sites = services.filter(([name]) => name.startsWith('site'));
const required = [...variables].filter(([, need]) => need === 'required').map(([name]) => name);
const seconds = ({ stop_grace_period }: Service): number => Number.parseInt(stop_grace_period, 10);
const noKeys = () => Promise.reject(new Error('with DATABASE_URL no key is made'));

describe('docker-compose.yml', () => {
  it('starts every service that production needs', () => {
    expect(Object.keys(compose.services).sort()).toEqual([
      'platform',
      'postgres',
      'site-1',
      'site-2',
      'valkey',
      'varnish',
    ]);
  });

  it('uses exactly the variables that .env.example documents', () => {
    expect([...variables.keys()].sort()).toEqual(Object.keys(readEnvFile('.env.example')).sort());
    for (const name of required) expect([name, readEnvFile('.env.example')[name]]).toEqual([name, '']);
  });

  it('cannot be used if a required variable is missing', () => {
    for (const name of required) expect(() => readCompose({ ...filledIn(), [name]: '' })).toThrow(name);
  });

  it.each(sites)('gives %s only environment variables that the site reads', (_name, { environment }) => {
    for (const variable of Object.keys(environment))
      expect(Object.keys(Environment.shape)).toContain(variable);
    const env = readEnv(environment);
    expect(env).toMatchObject({
      siteUrl: 'https://lotto.example',
      platform: { origin: 'http://platform:3001' },
      redisUrl: 'redis://valkey:6379',
      cdnPurgeUrl: 'http://varnish:8081/',
      cdnPurgeToken: service('varnish').environment['CDN_PURGE_TOKEN'],
    });
    expect(env.trustProxy).toEqual([service('varnish').networks['private']?.ipv4_address]);
  });

  it('gives both instances of the site the same environment', () => {
    const [one, two] = sites.map(([, site]) => site.environment);
    expect(one).toEqual(two);
  });

  it('gives the platform only environment variables that it reads', async () => {
    const { environment } = service('platform');
    const config = await parseConfig(environment, noKeys);
    expect(config.database).toMatchObject({ kind: 'external' });
    const [site] = sites.map(([, { environment: env }]) => readEnv(env).platform);
    expect(config).toMatchObject({
      apiKeys: [site?.apiKey],
      hashes: [site?.hash],
      signing: site?.signing,
    });
    for (const variable of Object.keys(environment)) expect(Object.keys(Known.shape)).toContain(variable);
  });

  it.each(services)(
    'runs %s without privileges, on a read-only file system and with resource limits',
    (_name, contained) => {
      expect(contained).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
        init: true,
      });
      // Third-party images run as root unless docker-compose.yml sets a user. Our Dockerfile sets the user of our
      // image.
      expect(contained.user ?? contained.image).toMatch(/^(?:varnish|postgres|valkey|golden-lotto)$/);
    },
  );

  it('publishes the port of Varnish and no other port', () => {
    expect(services.filter(([, { ports }]) => ports.length > 0).map(([name]) => name)).toEqual(['varnish']);
    expect(service('varnish').ports).toEqual(['8080:8080']);
    for (const [name, { networks }] of services)
      expect([name, Object.keys(networks).includes('public')]).toEqual([name, name === 'varnish']);
    expect(compose.networks['private']?.internal).toBe(true);
  });

  it('refers only to networks, volumes, files and services that exist', () => {
    for (const [, { networks, volumes, depends_on }] of services) {
      const sources = volumes.map((volume) => volume.split(':')[0] ?? '');
      const folders = sources.filter((source) => source.startsWith('.'));
      expect(folders.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([]);
      const inner = sources.filter((source) => !folders.includes(source));
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(inner));
      expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(Object.keys(networks)));
      // A service needs a `healthcheck` if another service waits until it is healthy. Services with `build` use our
      // image, which already contains a health check.
      const awaited = Object.entries(depends_on).filter(
        ([, { condition }]) => condition === 'service_healthy',
      );
      for (const [name] of awaited) expect(service(name).healthcheck ?? service(name).build).toBeDefined();
    }
  });

  it('has no cyclic dependencies between services', () => {
    const started = new Set<string>();
    for (let before = -1; before < started.size; ) {
      before = started.size;
      for (const [name, { depends_on }] of services)
        if (Object.keys(depends_on).every((other) => started.has(other))) started.add(name);
    }
    expect(started.size).toBe(services.length);
  });

  it('starts all Node.js programs with the same flags', () => {
    const stated = services.flatMap(([, { build, command }]) => (build && command ? [command] : []));
    const starts = stated.map((command) => command.slice(0, -1).join(' '));
    expect(new Set(starts)).toEqual(new Set([['node', ...runFlags].join(' ')]));
  });

  it('runs only programs and health checks that exist in the image', () => {
    const sent = sentFiles();
    for (const [, { build, command, healthcheck }] of services) {
      if (!build) continue;
      for (const file of [command?.at(-1), healthcheck?.test[2]]) {
        if (file === undefined) continue;
        // The files in dist/ are built inside the image, so their sources must be sent to the builder.
        expect(sent).toContain(file.replace(/^dist\/(.+)\.js$/, '$1.ts'));
      }
    }
  });

  it('gives Varnish the host name and address of every site instance', () => {
    const known = service('varnish').extra_hosts;
    expect(known).toEqual(
      sites.map(([name, { networks }]) => `${name}:${networks['private']?.ipv4_address}`),
    );
    const addresses = read('docker/addresses.vcl');
    for (const [name] of sites)
      expect(addresses.match(new RegExp(`\\.host = "${name}";`, 'g'))).toHaveLength(2);
  });

  it('allows the site and the platform enough time to stop', () => {
    const delayMs = Number(service('site-1').environment['SHUTDOWN_DELAY_MS']);
    // server/main.ts exits within 10 s after its shutdown delay, and platform/main.ts within 20 s.
    expect(seconds(service('site-1'))).toBeGreaterThanOrEqual(10 + delayMs / 1000);
    expect(seconds(service('platform'))).toBeGreaterThan(20);
  });
});

describe('docker/varnish.vcl', () => {
  it('forwards every private area to the site without caching', () => {
    const pattern = /req\.url ~ "\(\?i\)(\^[^"]*my-accounts[^"]*)"/.exec(read('docker/varnish.vcl'))?.[1];
    const passes = new RegExp(pattern ?? 'nothing', 'i');
    for (const area of privateAreas)
      for (const address of [
        `/${area}`,
        `/${area}/x.css`,
        `/hi/${area}?a=b`,
        `/${area};x.js`,
        `/${area.toUpperCase()}`,
      ])
        expect([address, passes.test(address)]).toEqual([address, true]);
    for (const address of ['/', '/results', '/wallets', '/apis', '/hi', '/faq?to=/wallet'])
      expect([address, passes.test(address)]).toEqual([address, false]);
  });
});

describeWith('varnishd', hasVarnish)('Varnish service of docker-compose.yml', () => {
  it('compiles docker/varnish.vcl with its arguments', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-vcl-'));
    try {
      const origins: [string, string] = ['http://127.0.0.1:1', 'http://127.0.0.1:2'];
      writeFileSync(path.join(folder, 'addresses.vcl'), addressesFor({ origins }));
      writeFileSync(path.join(folder, 'varnish.vcl'), readFileSync(path.join(root, 'docker/varnish.vcl')));
      const [program, foreground, ...args] = (service('varnish').command ?? []).map((word) =>
        word.replace('/etc/golden-lotto', folder),
      );
      expect([program, foreground]).toEqual(['varnishd', '-F']);
      const { status, stderr } = spawnSync(
        installed('varnishd') ?? '',
        ['-C', '-j', 'none', '-n', folder, ...args],
        {
          encoding: 'utf8',
          maxBuffer: 32 * 1024 * 1024,
        },
      );
      expect(status, stderr.slice(0, 2000)).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

const docker = installed('docker') ?? '';
const hasPlugin = docker !== '' && spawnSync(docker, ['compose', 'version']).status === 0;
if (!hasPlugin)
  console.warn('docker compose is not here: it is not asked what it makes of docker-compose.yml.');
// This test needs no Docker engine, because the Compose plugin only parses the file.
it.runIf(hasPlugin)('docker-compose.yml is accepted by `docker compose`', () => {
  const { status, stderr } = spawnSync(docker, ['compose', 'config', '--quiet'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...filledIn() },
  });
  expect(status, stderr).toBe(0);
});
