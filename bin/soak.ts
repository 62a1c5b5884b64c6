/**
 * `npm run soak -- --minutes 10 --seed 7`: the long forms of the fault tests, at random moments, and two tests of the
 * ledger without a time limit: `--operations 1000000` random transfers, and `--kills 100` of platform and PostgreSQL
 * in the middle of purchases. Prints a line for each round. Exits with 1 when something was lost, doubled, wrong or
 * down. The same seed gives the same random numbers.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.ts';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    operations: { type: 'string', default: '1000000' },
    kills: { type: 'string', default: '100' },
  },
});
const minutes = Number(values.minutes);
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
const operations = Number(values.operations);
const kills = Number(values.kills);
const areCounts = [operations, kills].every((count) => Number.isInteger(count) && count > 0);
if (!(minutes > 0) || !Number.isInteger(seed) || !areCounts) {
  console.error('Usage: npm run soak -- [--minutes 10] [--seed 7] [--operations 1000000] [--kills 100]');
  process.exit(2);
}

build();
console.log(
  `\nSoak with seed ${seed}: ${minutes} minutes, ${operations} movements of money and ${kills} kills\n`,
);
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', '--config', 'tests/soak/vitest.config.ts', '--reporter=dot'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SOAK_MINUTES: String(minutes),
      SOAK_SEED: String(seed),
      SOAK_OPERATIONS: String(operations),
      SOAK_KILLS: String(kills),
    },
  },
);
console.log(
  status === 0
    ? `\nNothing was lost, doubled, wrong or down (seed ${seed}).`
    : `\nSomething broke. To meet the same chances again: npm run soak -- --minutes ${minutes} --seed ${seed}`,
);
process.exit(status ?? 1);
