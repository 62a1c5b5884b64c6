import { randomInt } from 'node:crypto';

/** The number of test files that use a plan. Each of them runs for an equal part of the duration of a soak run. */
const FILES = 4;

export interface Chance {
  /** Returns a random whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
}

/** A deterministic random generator (mulberry32). */
const createChance = (seed: number): Chance => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    pick: (list) => {
      const found = list[between(0, list.length - 1)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
  };
};

export interface Plan {
  chance: Chance;
  seed: number;
  /** This file's share of the duration of the soak run, in ms. */
  lengthMs: number;
  /** Whether there is time for another round. */
  goesOn: () => boolean;
  say: (line: string) => void;
}

/**
 * Returns the plan of one test file for its share of `npm run soak`. The whole run takes SOAK_MINUTES. The same
 * SOAK_SEED gives the same random numbers.
 * @param name name of the test, which is printed at the beginning of each line
 */
export const createPlan = (name: string): Plan => {
  const seed = Number(process.env['SOAK_SEED'] ?? randomInt(2 ** 31));
  const lengthMs = (Number(process.env['SOAK_MINUTES'] ?? 10) * 60_000) / FILES;
  const endsAt = Date.now() + lengthMs;
  const say = (line: string) => console.log(`${name.padEnd(10)} ${line}`);
  say(`seed ${seed}, ${Math.round(lengthMs / 1000)} s`);
  return { chance: createChance(seed), seed, lengthMs, goesOn: () => Date.now() < endsAt, say };
};
