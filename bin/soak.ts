/**
 * `npm run soak -- --minutes 10 --seed 7`: repeats the fault tests for a given time, with faults at random moments. Two
 * ledger tests run for a number of steps instead of a time. `--operations 1000000` sets the number of random transfers.
 * `--kills 100` sets how often platform and PostgreSQL are killed during purchases. The command prints a line for each
 * round, and exits with 1 if a round found a fault. The same seed repeats the same random choices.
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
console.log(`\nSoak with seed ${seed}: ${minutes} minutes, ${operations} transfers and ${kills} kills\n`);
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
    ? `\nNo fault was found (seed ${seed}).`
    : `\nA fault was found. To repeat the run with the same random numbers: npm run soak -- --minutes ${minutes} --seed ${seed}`,
);
process.exit(status ?? 1);
