/**
 * `npm run check`: checks format, lint, import rules and types, and runs the unit tests. It needs no build and starts
 * no server, database or browser, so it is quick enough to run before every commit.
 */
import { passStaticChecks, runTests } from './checks.ts';

if (!(await passStaticChecks())) {
  console.error('\nA static check failed: no test was run.');
  process.exit(1);
}
process.exit(runTests(['--project', 'unit', ...process.argv.slice(2)]));
