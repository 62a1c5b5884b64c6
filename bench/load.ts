import { cpuSeconds } from './processes.ts';
import { median } from './statistics.ts';
import { type Connection, connectMany } from './wire.ts';

export interface Target {
  name: string;
  port: number;
  pid: number;
  /** Raw HTTP requests. Each connection sends them one after another, and begins again after the last one. */
  requests: readonly string[];
  /** Accepted statuses in addition to 200. */
  expected?: readonly number[];
}

interface Rate {
  perSecond: number;
  /** Answers per second of processor time that the server's main thread used; null without /proc. */
  perCpuSecond: number | null;
}

/** The results of all rounds, by target name. */
export type Rounds = Map<string, Rate[]>;

interface Plan {
  connections: number;
  /** Number of answers of each target before the first round, because a server's first thousands run unoptimised code. */
  warmUp: number;
}

/** Rounds are short, so that a change of the machine's speed affects all targets equally. */
const roundSeconds = 1;
const rounds = 25;

/**
 * Sends requests on each connection as fast as the server answers.
 * @param isOver ends the load; called before each request
 * @throws for any unexpected answer, because errors are fast and would raise the measured rate
 */
async function saturate(
  target: Target,
  connections: number,
  isOver: (answers: number) => boolean,
): Promise<Rate> {
  const { name, port, pid, requests, expected = [] } = target;
  const right = new Set([200, ...expected]);
  const open = await connectMany(port, connections);
  let answers = 0;
  const startedAt = performance.now();
  const cpuBefore = cpuSeconds(pid);
  const walk = async (connection: Connection, first: number): Promise<void> => {
    for (let at = first; !isOver(answers); at++) {
      const { status } = await connection.ask(requests[at % requests.length] ?? '');
      if (!right.has(status)) throw new Error(`${name} answered with ${status}`);
      answers++;
    }
  };
  try {
    // The connections start at positions that are spread over the list of requests, so that the mix of requests is
    // about the same at any time.
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

/** Warms the targets up, and then loads them alternately, round by round. */
export async function compare(targets: Target[], { connections, warmUp }: Plan): Promise<Rounds> {
  for (const target of targets) await saturate(target, connections, (answers) => answers >= warmUp);
  const measured: Rounds = new Map(targets.map((target) => [target.name, []]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? targets : targets.toReversed();
    for (const target of order) {
      const endsAt = performance.now() + roundSeconds * 1000;
      const rate = await saturate(target, connections, () => performance.now() >= endsAt);
      measured.get(target.name)?.push(rate);
    }
  }
  return measured;
}

const rateOf = (rate: Rate | undefined): number => rate?.perCpuSecond ?? rate?.perSecond ?? Number.NaN;

/**
 * Returns the ratio of subject to baseline, as the median of all rounds. The rates are answers per second of processor
 * time that the server's main thread used. If there is no /proc, they are answers per second of elapsed time. Rates by
 * elapsed time would be equal if the load client were slower than both servers (docs/decisions/tests-and-bench.md).
 */
export function ratio(measured: Rounds, subject: string, baseline: string): number {
  const base = measured.get(baseline) ?? [];
  return median((measured.get(subject) ?? []).map((rate, round) => rateOf(rate) / rateOf(base[round])));
}

const middle = (rates: readonly (number | null)[]): string =>
  Math.round(median(rates.map((rate) => rate ?? Number.NaN))).toLocaleString('en');

/** Formats the results of each target as text. */
export const spoken = (measured: Rounds): string =>
  [...measured]
    .map(
      ([name, rates]) =>
        `${name} ${middle(rates.map(({ perSecond }) => perSecond))} a second, ` +
        `${middle(rates.map(({ perCpuSecond }) => perCpuSecond))} for each on a processor`,
    )
    .join('; ');
