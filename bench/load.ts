import { cpuSeconds } from './processes.ts';
import { median } from './statistics.ts';
import { type Connection, connectMany } from './wire.ts';

export interface Target {
  name: string;
  port: number;
  /** Of the server's process. */
  pid: number;
  /** As they go out; asked in turn. */
  requests: readonly string[];
  /** Statuses that are right besides 200. */
  expected?: readonly number[];
}

interface Rate {
  perSecond: number;
  /** For each second that the server's main thread was on a processor; null where the system does not tell. */
  perCpuSecond: number | null;
}

/** What each target reached in each round. */
export type Rounds = Map<string, Rate[]>;

interface Plan {
  rounds: number;
  seconds: number;
  connections: number;
}

/** @throws where any answer is a wrong one: a broken server is fast */
async function saturate(target: Target, { seconds, connections }: Plan): Promise<Rate> {
  const { name, port, pid, requests, expected = [] } = target;
  const right = new Set([200, ...expected]);
  const open = await connectMany(port, connections);
  let answers = 0;
  const startedAt = performance.now();
  const cpuBefore = cpuSeconds(pid);
  const endsAt = startedAt + seconds * 1000;
  const walk = async (connection: Connection, first: number): Promise<void> => {
    for (let at = first; performance.now() < endsAt; at++) {
      const { status } = await connection.ask(requests[at % requests.length] ?? '');
      if (!right.has(status)) throw new Error(`${name} answered with ${status}`);
      answers++;
    }
  };
  try {
    // Each begins elsewhere in the list, so that all of it is under way at any time.
    const step = Math.ceil(requests.length / connections);
    await Promise.all(open.map((connection, index) => walk(connection, index * step)));
  } finally {
    for (const connection of open) connection.close();
  }
  const tookSeconds = (performance.now() - startedAt) / 1000;
  const cpuAfter = cpuSeconds(pid);
  const used = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
  return { perSecond: answers / tookSeconds, perCpuSecond: used === null ? null : answers / used };
}

/** Loads the targets in turn, round by round, so that what the machine does meanwhile falls on all of them alike. */
export async function interleave(targets: Target[], plan: Plan): Promise<Rounds> {
  const measured: Rounds = new Map(targets.map((target) => [target.name, []]));
  for (let round = 0; round < plan.rounds; round++) {
    const order = round % 2 === 0 ? targets : targets.toReversed();
    for (const target of order) measured.get(target.name)?.push(await saturate(target, plan));
  }
  return measured;
}

const rateOf = (rate: Rate | undefined): number => rate?.perCpuSecond ?? rate?.perSecond ?? Number.NaN;

/**
 * The median over rounds of what the subject reached of its baseline in the same round, by the processor time of
 * their main threads: so a client that is slower than both makes them no more alike (docs/decisions/bench-and-fault-tests.md).
 */
export function ratio(rounds: Rounds, subject: string, baseline: string): number {
  const base = rounds.get(baseline) ?? [];
  return median((rounds.get(subject) ?? []).map((rate, round) => rateOf(rate) / rateOf(base[round])));
}

const middle = (rates: readonly (number | null)[]): string =>
  Math.round(median(rates.map((rate) => rate ?? Number.NaN))).toLocaleString('en');

/** What each target reached, in words. */
export const spoken = (rounds: Rounds): string =>
  [...rounds]
    .map(
      ([name, rates]) =>
        `${name} ${middle(rates.map(({ perSecond }) => perSecond))} a second, ` +
        `${middle(rates.map(({ perCpuSecond }) => perCpuSecond))} for each on a processor`,
    )
    .join('; ');
