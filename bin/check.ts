/**
 * `npm run check`: format, lint, import rules, types and unit tests. Starts no server, database or browser and needs
 * no build, so that it is quick enough to run before every commit.
 */
import { passStaticChecks, runTests } from './checks.ts';

if (!(await passStaticChecks())) {
  console.error('\nA static check failed: no test was run.');
  process.exit(1);
}
process.exit(runTests(['--project', 'unit', ...process.argv.slice(2)]));
