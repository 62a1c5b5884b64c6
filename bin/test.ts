/**
 * `npm test`: all checks, cheapest first; stops at the first kind that fails. Ends with the count of tests.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from './build.ts';

const root = path.resolve(import.meta.dirname, '..');

function step(name: string, command: string, args: string[]): number {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(path.join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: 'inherit',
  });
  return status ?? 1;
}

const checks: [string, string, string[]][] = [
  ['Format', 'biome', ['check', '.']],
  ['Lint and import rules', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['Types of shared/', 'tsc', ['-p', 'shared']],
  ['Types of client/', 'tsc', ['-p', 'client']],
  ['Types of everything else', 'tsc', ['-p', '.']],
];
for (const [name, command, args] of checks) {
  if (step(name, command, args) !== 0) {
    console.error(`\n${name} failed: no test was run.`);
    process.exit(1);
  }
}
build();

const folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-tests-'));
const report = path.join(folder, 'report.json');
const status = step('Tests', 'vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]);
const counts: Record<string, number> = JSON.parse(readFileSync(report, 'utf8'));
const { numPassedTests, numFailedTests, numPendingTests } = counts;
rmSync(folder, { recursive: true });
console.log(
  `\n${numPassedTests} passed, ${numFailedTests} failed${numPendingTests ? `, ${numPendingTests} skipped` : ''}`,
);
process.exit(status);
