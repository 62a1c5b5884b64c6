import autocannon from 'autocannon';

export interface Target {
  name: string;
  url: string;
  headers: Record<string, string>;
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
 * @throws where a target answers anything but 2xx: a broken server is fast
 */
export async function interleave(targets: Target[], { rounds, seconds, connections }: Plan): Promise<Rounds> {
  const measured: Rounds = new Map(targets.map((target) => [target.name, []]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? targets : targets.toReversed();
    for (const { name, url, headers } of order) {
      const result = await autocannon({ url, headers, connections, duration: seconds });
      if (result.non2xx + result.errors + result.timeouts > 0)
        throw new Error(`${name}: ${result.non2xx} wrong answers, ${result.errors} errors`);
      measured.get(name)?.push(result.requests.total / result.duration);
    }
  }
  return measured;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The median over rounds of what the subject reached of its baseline in the same round. */
export function ratio(rounds: Rounds, subject: string, baseline: string): number {
  const base = rounds.get(baseline) ?? [];
  return median((rounds.get(subject) ?? []).map((value, round) => value / (base[round] ?? Number.NaN)));
}
