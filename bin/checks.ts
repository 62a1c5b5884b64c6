/** The static checks, the build and the run of vitest, for `npm run check` and `npm test`. */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

interface Step {
  name: string;
  command: string;
  args: string[];
}

const typesOf = (folder: string) => ({ command: 'tsc', args: ['-p', folder, '--checkers', '1'] });

const staticChecks: Step[] = [
  { name: 'Format', command: 'biome', args: ['check', '.'] },
  { name: 'Lint and import rules', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'Types of shared/', ...typesOf('shared') },
  { name: 'Types of client/', ...typesOf('client') },
  { name: 'Types of the service worker', ...typesOf('client/worker') },
  { name: 'Types of everything else', ...typesOf('.') },
];

/**
 * Settings of the type checkers, which are Go programs that run for seconds. Collecting garbage would take a third of
 * their time, so they collect only when they need more memory than the limit. Each program uses one thread and one
 * checker, because several checkers compute the same types again, which doubles the processor time. The programs run
 * concurrently, so they still use several cores.
 */
const goSettings = { GOGC: 'off', GOMEMLIMIT: '2500MiB', GOMAXPROCS: '1' };

const installed = (command: string): string => path.join(root, 'node_modules/.bin', command);

/** The build. It runs beside the static checks, because the slowest of them uses only one core. */
export const buildStep: Step = { name: 'Build', command: 'node', args: ['bin/build.ts'] };

function passes({ name, command, args }: Step): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(installed(command), args, {
      cwd: root,
      env: { ...process.env, ...goSettings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (status) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`— ${name}: ${status === 0 ? 'passed' : 'failed'} in ${seconds} s`);
      if (status !== 0) console.log(output);
      resolve(status === 0);
    });
  });
}

/**
 * Runs all static checks concurrently, so that one run reports every failure.
 * @param beside further steps to run at the same time
 */
export async function passStaticChecks(...beside: Step[]): Promise<boolean> {
  const results = await Promise.all([...staticChecks, ...beside].map(passes));
  return results.every((passed) => passed);
}

/** Runs vitest. @returns its exit code */
export function runTests(args: string[]): number {
  const { status } = spawnSync(installed('vitest'), ['run', ...args], { cwd: root, stdio: 'inherit' });
  return status ?? 1;
}
