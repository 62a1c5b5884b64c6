import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { isError, isHit, isInDistress, type Plan } from './remote-plan.ts';
import { figure } from './report.ts';
import { percentile, shuffled } from './statistics.ts';

/** Identifies the bench in the site's log. */
export const userAgent = 'golden-lotto-bench/1.0 (load test, npm run bench -- --url)';

const requestLimitMs = 15_000;
/** Paths of public pages, in about the proportions of bench/scenarios/mix.ts. */
const visits = shuffled([
  ...Array.from({ length: 14 }, () => '/'),
  '/results',
  '/results',
  '/results/latest.json',
  '/winners',
  '/games',
  '/no-such-page',
]);
/** Values of Accept-Encoding that browsers and some tools send. */
const codings = ['br', 'br', 'br', 'gzip', 'identity'];

interface Tally {
  answers: number;
  errors: number;
  hits: number;
  bytes: number;
  latenciesMs: number[];
  statuses: Record<string, number>;
  codings: Record<string, number>;
}

const count = (of: Record<string, number>, name: string): void => {
  of[name] = (of[name] ?? 0) + 1;
};

const listed = (of: Record<string, number>): string =>
  Object.entries(of)
    .sort(([, one], [, other]) => other - one)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');

/** Sends a GET request for one path of the origin, without following redirects. */
async function visit(pool: Pool, index: number, tally: Tally, signal: AbortSignal): Promise<void> {
  const path = visits[index % visits.length] ?? '/';
  const startedAt = performance.now();
  try {
    const { statusCode, headers, body } = await pool.request({
      method: 'GET',
      path,
      headers: {
        'user-agent': userAgent,
        'accept-encoding': codings[index % codings.length] ?? 'identity',
      },
      signal,
    });
    for await (const piece of body as AsyncIterable<Buffer>) tally.bytes += piece.length;
    tally.latenciesMs.push(performance.now() - startedAt);
    tally.answers++;
    if (isError(statusCode)) tally.errors++;
    if (isHit(headers)) tally.hits++;
    count(tally.statuses, String(statusCode));
    count(tally.codings, String(headers['content-encoding'] ?? 'identity'));
  } catch (error) {
    // A request that was aborted at the end of the plan is not an error.
    if (signal.aborted) return;
    tally.answers++;
    tally.errors++;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    count(tally.statuses, code);
  }
}

function linesOf(tally: Tally, seconds: number, why: string): string[] {
  const { answers, errors, hits, bytes, latenciesMs } = tally;
  const ms = (share: number) => `${figure(percentile(latenciesMs, share))} ms`;
  const share = (part: number) => `${answers === 0 ? '–' : ((100 * part) / answers).toFixed(1)} %`;
  return [
    '',
    `Ended by ${why}.`,
    `Answers        ${answers} in ${seconds.toFixed(1)} s, ${figure(answers / seconds)} a second`,
    `Errors         ${errors} (${share(errors)}): 5xx, 429, no answer`,
    `Latency        p50 ${ms(0.5)}, p90 ${ms(0.9)}, p99 ${ms(0.99)}, longest ${ms(1)}`,
    `From a cache   ${share(hits)}, as Cache-Status says`,
    `Bytes          ${(bytes / 1e6).toFixed(2)} MB of bodies, ${figure(bytes / 1000 / Math.max(1, latenciesMs.length))} kB each`,
    `Statuses       ${listed(tally.statuses) || 'none'}`,
    `Codings        ${listed(tally.codings) || 'none'}`,
  ];
}

/**
 * Sends GET requests for public pages to a running site, until a limit of the plan is reached or the site shows signs
 * of overload.
 * @param say receives each line of the report
 * @returns the exit code: 1 if the site was overloaded or no request succeeded, else 0
 */
export async function askRemote(origin: string, plan: Plan, say = console.log): Promise<0 | 1> {
  const tally: Tally = {
    answers: 0,
    errors: 0,
    hits: 0,
    bytes: 0,
    latenciesMs: [],
    statuses: {},
    codings: {},
  };
  const { requests, connections, seconds } = plan;
  say(
    `${origin}: at most ${requests} GETs on ${connections} connections for ${seconds} s, as "${userAgent}"`,
  );
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: requestLimitMs,
    bodyTimeout: requestLimitMs,
    connect: { timeout: requestLimitMs },
  });
  const ending = new AbortController();
  const stop = () => ending.abort('interrupt');
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const startedAt = performance.now();
  let next = 0;
  const walk = async (): Promise<void> => {
    while (next < requests && !ending.signal.aborted) {
      await visit(pool, next++, tally, ending.signal);
      if (isInDistress(tally.answers, tally.errors)) ending.abort('distress');
    }
  };
  const timeIsUp = new AbortController();
  void sleep(seconds * 1000, undefined, { signal: timeIsUp.signal }).then(
    () => ending.abort('time'),
    () => undefined,
  );
  await Promise.all(Array.from({ length: Math.min(connections, requests) }, walk));
  timeIsUp.abort();
  await pool.destroy();
  process.off('SIGINT', stop);
  process.off('SIGTERM', stop);
  const tookSeconds = (performance.now() - startedAt) / 1000;
  const reasons: Record<string, string> = {
    time: `the plan's ${seconds} s`,
    distress: 'signs of distress: over 5 % of answers were errors',
    interrupt: 'an interrupt',
  };
  const why = ending.signal.aborted ? String(ending.signal.reason) : 'count';
  for (const line of linesOf(tally, tookSeconds, reasons[why] ?? `the plan's ${requests} requests`))
    say(line);
  return why === 'distress' || tally.errors === tally.answers ? 1 : 0;
}
