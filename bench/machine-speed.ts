import { createHash } from 'node:crypto';
import { median } from './statistics.ts';

/**
 * Duration of `work` in ms on the reference machine, on which `npm start` is ready after 1.06 s. The value is computed
 * from a slower machine, which needed 10 ms and 1.85 s.
 */
const referenceMs = 6;
/** The work is repeated for about two seconds, because the speed of a shared machine changes from second to second. */
const times = 200;

const rows = Array.from({ length: 5000 }, (_, at) => ({
  id: at,
  name: `player ${(at * 7919) % 5000}`,
  amounts: [at, at * 2],
}));

/** A fixed piece of work that resembles the work of a server: JSON, objects, strings and hashes. */
function work(): string {
  const copy: typeof rows = JSON.parse(JSON.stringify(rows));
  copy.sort((a, b) => (a.name < b.name ? -1 : 1));
  const byName = new Map(copy.map((row) => [row.name, { ...row, total: row.amounts.length }]));
  return createHash('sha256')
    .update(JSON.stringify([...byName.values()]))
    .digest('hex');
}

/** @returns the speed of this machine as a share of the reference machine's speed: 0.5 is half as fast */
export function machineSpeed(): number {
  const durationsMs = Array.from({ length: times }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return referenceMs / median(durationsMs);
}
