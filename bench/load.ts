import autocannon from 'autocannon';
import { median } from './statistics.ts';

export interface Target {
  name: string;
  url: string;
  headers: Record<string, string>;
  /** Asked for in turn, in the place of the URL's own path. */
  paths?: readonly string[];
  /** Statuses that are right besides 2xx. */
  expected?: readonly number[];
}

/** Answers a second of each target in each round. */
export type Rounds = Map<string, number[]>;

interface Plan {
  rounds: number;
  seconds: number;
  connections: number;
}

/**
 * Loads the targets in turn, round by round, so that what the machine does meanwhile falls on all of them alike.
 * @throws where a target answers anything but 2xx or what is expected: a broken server is fast
 */
export async function interleave(targets: Target[], { rounds, seconds, connections }: Plan): Promise<Rounds> {
  const measured: Rounds = new Map(targets.map((target) => [target.name, []]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? targets : targets.toReversed();
    for (const { name, url, headers, paths, expected = [] } of order) {
      const result = await autocannon({
        url,
        headers,
        connections,
        duration: seconds,
        ...(paths ? { requests: paths.map((path) => ({ path })) } : {}),
      });
      const right = expected.map((status) => result.statusCodeStats?.[`${status}`]?.count ?? 0);
      const wrong = result.non2xx - right.reduce((sum, count) => sum + count, 0);
      if (wrong + result.errors + result.timeouts > 0) {
        const statuses = Object.keys(result.statusCodeStats ?? {}).join(', ');
        throw new Error(`${name}: ${wrong} wrong answers (${statuses}), ${result.errors} errors`);
      }
      measured.get(name)?.push(result.requests.total / result.duration);
    }
  }
  return measured;
}

/** The median over rounds of what the subject reached of its baseline in the same round. */
export function ratio(rounds: Rounds, subject: string, baseline: string): number {
  const base = rounds.get(baseline) ?? [];
  return median((rounds.get(subject) ?? []).map((value, round) => value / (base[round] ?? Number.NaN)));
}

/** What each target reached, in words. */
export const spoken = (rounds: Rounds): string =>
  [...rounds]
    .map(([name, values]) => `${name} ${Math.round(median(values)).toLocaleString('en')}/s`)
    .join(', ');
