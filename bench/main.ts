/**
 * `npm run bench`: the site against baselines in one run, on this machine, on loopback. Prints ratios, writes
 * bench/results/latest.json, and ends with 1 where a budget (bench/budgets.json) is missed.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../bin/build.ts';
import { interleave, median, ratio } from './load.ts';
import { type Running, root, start } from './processes.ts';
import { weigh } from './weight.ts';

type Budget = { unit: string; atLeast?: number; atMost?: number };
const budgets: Record<string, Budget> = JSON.parse(
  readFileSync(path.join(root, 'bench/budgets.json'), 'utf8'),
);
const plan = { rounds: 5, seconds: 4, connections: 50 };
const coldPlan = { rounds: 5, seconds: 4, connections: 10 };
const encodings = { Brotli: 'br', Identity: 'identity' };

const work = mkdtempSync(path.join(tmpdir(), 'golden-lotto-bench-'));
// PostgreSQL never runs as root, and must reach its data there.
chmodSync(work, 0o755);
const running: Running<unknown>[] = [];
const measured: Record<string, number> = {};

async function run<T>(file: string, args: string[], env: Record<string, string>): Promise<Running<T>> {
  const program = await start<T>(file, args, env);
  running.push(program);
  return program;
}

/** The answer as it stands on the wire: raw headers less those that Node adds by itself, and the bytes. */
function fetchRaw(url: string, encoding: string): Promise<{ headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
        const headers: string[] = [];
        for (let index = 0; index < response.rawHeaders.length; index += 2) {
          const [name = '', value = ''] = response.rawHeaders.slice(index, index + 2);
          if (!own.has(name.toLowerCase())) headers.push(name, value);
        }
        resolve({ headers, body: Buffer.concat(pieces) });
      });
    }).on('error', reject);
  });
}

/** `npm start` as an operator types it, on a database that exists: from the command to "runs". */
function secondsToReady(env: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const whole = spawn(process.execPath, ['bin/start.ts'], { cwd: root, env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    let readyAfter = Number.NaN;
    whole.stdout.on('data', (text: Buffer) => {
      if (!text.includes('runs.')) return;
      readyAfter = (performance.now() - startedAt) / 1000;
      whole.kill('SIGTERM');
    });
    whole.stderr.pipe(process.stderr);
    whole.once('error', reject);
    whole.once('exit', () =>
      Number.isNaN(readyAfter)
        ? reject(new Error('npm start ended before it was ready'))
        : resolve(readyAfter),
    );
  });
}

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

async function measure(): Promise<void> {
  build();
  const dataDir = path.join(work, 'data');
  console.log('Starting the embedded platform …');
  const embedded = { DATA_DIR: dataDir, PORT: '', OPS_PORT: '', PLATFORM_PORT: '' };
  await secondsToReady(embedded); // Makes the database and its 30 days of history.
  measured['startToReady'] = median([
    await secondsToReady(embedded),
    await secondsToReady(embedded),
    await secondsToReady(embedded),
  ]);
  console.log(`Start to ready: ${measured['startToReady']?.toFixed(2)} s`);

  const platform = await run<{ port: number }>('dist/platform/main.js', [], {
    DATA_DIR: dataDir,
    PLATFORM_PORT: '0',
  });
  const secrets: Record<string, string> = JSON.parse(
    readFileSync(path.join(dataDir, 'secrets.json'), 'utf8'),
  );
  const siteEnv = {
    PORT: '0',
    OPS_PORT: '0',
    PLATFORM_URL: `http://127.0.0.1:${platform.said.port}`,
    PLATFORM_API_KEY: secrets['platformApiKey'] ?? '',
    PLATFORM_HASH: secrets['platformHash'] ?? '',
  };
  const site = await run<{ port: number }>('dist/server/main.js', [], siteEnv);
  const home = `http://127.0.0.1:${site.said.port}/`;

  for (const [name, encoding] of Object.entries(encodings)) {
    const { headers, body } = await fetchRaw(home, encoding);
    if (encoding === 'br') measured['homeBrotli'] = body.length / 1000;
    const files = [path.join(work, `${encoding}.body`), path.join(work, `${encoding}.json`)] as const;
    writeFileSync(files[0], body);
    writeFileSync(files[1], JSON.stringify(headers));
    const bare = await run<{ port: number }>('bench/bare-node.ts', [...files], {});
    const rounds = await interleave(
      [
        { name: 'site', url: home, headers: { 'accept-encoding': encoding } },
        {
          name: 'bare',
          url: `http://127.0.0.1:${bare.said.port}/`,
          headers: { 'accept-encoding': encoding },
        },
      ],
      plan,
    );
    await bare.stop();
    measured[`cachedHome${name}`] = ratio(rounds, 'site', 'bare');
    say(`Cached home, ${encoding}`, rounds);
  }
  measured['memoryAfterLoad'] = residentMb(site.pid);

  const weight = await weigh(home);
  measured['scriptBeforeWake'] = weight.scriptBeforeWake / 1000;
  measured['scriptWithoutInteraction'] = weight.scriptWithoutInteraction / 1000;
  measured['styles'] = weight.styles / 1000;
  await site.stop();

  const cold = await run<{ port: number }>('dist/server/main.js', [], { ...siteEnv, PAGE_CACHE: 'off' });
  const bareReact = await run<{ port: number }>('bench/bare-react.ts', [], siteEnv);
  const rounds = await interleave(
    [
      {
        name: 'site',
        url: `http://127.0.0.1:${cold.said.port}/`,
        headers: { 'accept-encoding': 'identity' },
      },
      {
        name: 'bare',
        url: `http://127.0.0.1:${bareReact.said.port}/`,
        headers: { 'accept-encoding': 'identity' },
      },
    ],
    coldPlan,
  );
  measured['coldHome'] = ratio(rounds, 'site', 'bare');
  say('Cold home, identity', rounds);
}

function say(what: string, rounds: Map<string, number[]>): void {
  const figures = [...rounds].map(
    ([name, values]) => `${name} ${Math.round(median(values)).toLocaleString('en')}/s`,
  );
  console.log(`${what}: ${figures.join(', ')}`);
}

/** @returns the names of missed budgets */
function report(): string[] {
  console.log('');
  const missed: string[] = [];
  for (const [name, { unit, atLeast, atMost }] of Object.entries(budgets)) {
    const value = measured[name] ?? Number.NaN;
    const held =
      value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY);
    if (!held) missed.push(name);
    const budget = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
    console.log(
      `${held ? 'held  ' : 'MISSED'}  ${name.padEnd(26)} ${value.toFixed(2).padStart(8)}  (${budget} ${unit})`,
    );
  }
  return missed;
}

try {
  await measure();
} finally {
  for (const program of running.toReversed()) await program.stop();
  rmSync(work, { recursive: true, force: true });
}
const missed = report();
mkdirSync(path.join(root, 'bench/results'), { recursive: true });
writeFileSync(
  path.join(root, 'bench/results/latest.json'),
  `${JSON.stringify({ measured, missed }, null, 2)}\n`,
);
if (missed.length > 0) {
  console.error(`\nMissed: ${missed.join(', ')}.`);
  process.exit(1);
}
