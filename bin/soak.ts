/**
 * `npm run soak -- --minutes 10 --seed 7`: the long forms of the tests of faults, at random moments. Prints a line a
 * round; ends with 1 where something was lost, doubled, wrong or down. The same seed meets the same chances.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.ts';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes);
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('Usage: npm run soak -- [--minutes 10] [--seed 7]');
  process.exit(2);
}

build();
console.log(`\nSoak of ${minutes} minutes with seed ${seed}\n`);
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', '--config', 'tests/soak/vitest.config.ts', '--reporter=dot'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SOAK_MINUTES: String(minutes), SOAK_SEED: String(seed) },
  },
);
console.log(
  status === 0
    ? `\nNothing was lost, doubled, wrong or down (seed ${seed}).`
    : `\nSomething broke. To meet the same chances again: npm run soak -- --minutes ${minutes} --seed ${seed}`,
);
process.exit(status ?? 1);
