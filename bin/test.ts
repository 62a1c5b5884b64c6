/**
 * `npm test`: runs the static checks, the build and all tests except the long ones of `npm run soak`. At the end, it
 * prints the number of tests.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildStep, passStaticChecks, runTests } from './checks.ts';

if (!(await passStaticChecks(buildStep))) {
  console.error('\nA static check or the build failed: no test was run.');
  process.exit(1);
}

const folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-tests-'));
const report = path.join(folder, 'report.json');
const status = runTests([
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
