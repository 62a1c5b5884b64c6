import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorded } from './bare-node.ts';
import { machineSpeed } from './machine-speed.ts';
import { end, type Running, start } from './processes.ts';
import type { Order, Seen } from './upstream-proxy.ts';

export interface Site {
  origin: string;
  port: number;
  pid: number;
  /** Purges cache tags through the site's ops port, as an operator would. */
  purge(tags: readonly string[], options?: { hard?: boolean }): Promise<void>;
  stop(): Promise<void>;
}

export type Bare = Pick<Site, 'port' | 'pid' | 'stop'>;

export interface Upstream {
  /** Environment variables that connect a site to this upstream. */
  env: Record<string, string>;
  /** Sends a command to the proxy that counts the requests for this upstream. @returns the requests counted so far */
  order(order: Order): Promise<Seen>;
}

/**
 * Gives scenarios access to the folders, processes and results of a bench run. When the run ends, the bench stops all
 * processes.
 */
export interface Bench {
  /** Work folder of this run, for recorded files and the data folders of platforms. */
  work: string;
  /** Data folder of the embedded platform. */
  dataDir: string;
  run<T>(file: string, args: string[], env: Record<string, string>): Promise<Running<T>>;
  /** Registers a process that a scenario has started, so that the bench stops it at the end of the run. */
  watch(child: ChildProcess): void;
  /** Returns the embedded platform that all scenarios share. A proxy in front of this platform counts the requests. */
  upstream(): Promise<Upstream>;
  /** Starts a proxy that counts the requests for the platform at `platformOrigin`, instead of the shared platform. */
  upstreamAt(platformOrigin: string, dataDir: string): Promise<Upstream>;
  /**
   * Starts a site in production mode and warms it up. Without `upstream`, the site uses the platform that all scenarios
   * share.
   */
  site(env?: Record<string, string>, upstream?: Upstream): Promise<Site>;
  /** Starts a bare node:http server that sends the given answers. */
  bare(answers: readonly Recorded[]): Promise<Bare>;
  /**
   * Waits until no draw of the embedded platform is due within the next `seconds` seconds. A draw would disturb the
   * figures.
   */
  awayFromDraws(seconds: number): Promise<void>;
  measured(budget: string, value: number): void;
  /**
   * Records why a figure cannot be measured on this machine. The budget is then reported as "not measured", never as
   * met.
   */
  notMeasured(budget: string, why: string): void;
  say(line: string): void;
  /**
   * Measures the speed of the machine for two seconds. It blocks this process, so that no load is sent meanwhile. The
   * speed before and after each scenario is always measured. A scenario of several minutes also calls this function
   * between its parts, because the speed of a shared machine changes within minutes.
   */
  sampleSpeed(): void;
}

/** Measures a group of figures. Each scenario has its own file. */
export interface Scenario {
  name: string;
  /** Names of the measured budgets in budgets.json. */
  budgets: readonly string[];
  /**
   * The number of runs, for a scenario whose figures vary from run to run. Each run after the first has new processes
   * and a new database. The number is odd, because the median of the runs counts. By default, there is one run.
   */
  runs?: number;
  run(bench: Bench): Promise<void>;
}

export interface Findings {
  measured: Record<string, number>;
  notMeasured: Record<string, string>;
  /** By budget: the speed of this machine during the measurement, as a share of the reference machine's speed. */
  machineSpeed: Record<string, number>;
  /** By budget: the figures of all runs, if the budget was measured more than once. */
  allMeasured: Record<string, number[]>;
  said: string[];
}

/**
 * `drawEveryMs` is the interval between two draws of the most frequent game. `drawTakesMs` is the time from a draw
 * until all clients have received its event.
 */
const drawEveryMs = 300_000;
const drawTakesMs = 8000;

export interface OpenBench extends Bench {
  findings: Findings;
  /** Returns the speeds that were sampled since the last call. */
  takeSpeeds(): number[];
  /**
   * Stops all processes. Ctrl-C closes the bench while a scenario runs, and the end of the scenario closes it again.
   */
  close(): Promise<void>;
}

const secretsIn = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(folder, 'secrets.json'), 'utf8'));

/**
 * Returns the upstream that connects a site to a platform through the proxy. `folder` is the platform's data folder.
 */
function upstreamThrough(proxy: Running<{ port: number }>, folder: string): Upstream {
  const { platformApiKey = '', platformHash = '', sessionKey = '', purgeToken = '' } = secretsIn(folder);
  return {
    env: {
      PLATFORM_URL: `http://127.0.0.1:${proxy.said.port}`,
      PLATFORM_API_KEY: platformApiKey,
      PLATFORM_HASH: platformHash,
      SESSION_KEYS: sessionKey,
      PURGE_TOKEN: purgeToken,
    },
    order: (order) => proxy.ask<Seen>(order),
  };
}

function siteOf(program: Running<{ port: number; opsPort: number }>, purgeToken = ''): Site {
  const { port, opsPort } = program.said;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    pid: program.pid,
    async purge(tags, { hard = false } = {}) {
      const { status } = await fetch(`http://127.0.0.1:${opsPort}/purge`, {
        method: 'POST',
        headers: { authorization: `Bearer ${purgeToken}` },
        body: JSON.stringify({ tags, hard }),
      });
      if (status !== 200) throw new Error(`the purge was answered with ${status}`);
    },
    stop: () => program.stop(),
  };
}

async function awayFromDraws(seconds: number): Promise<void> {
  for (;;) {
    const sinceMs = Date.now() % drawEveryMs;
    if (sinceMs >= drawTakesMs && sinceMs + seconds * 1000 < drawEveryMs) return;
    await sleep(sinceMs < drawTakesMs ? drawTakesMs - sinceMs : drawEveryMs - sinceMs + drawTakesMs);
  }
}

/**
 * Creates the bench and its work folder. No process is started yet.
 * @param speedNow measures the speed of this machine
 */
export function openBench(speedNow = machineSpeed): OpenBench {
  const work = mkdtempSync(path.join(tmpdir(), 'golden-lotto-bench-'));
  // PostgreSQL runs as a user other than root and must be able to read the folder.
  chmodSync(work, 0o755);
  const dataDir = path.join(work, 'data');
  const children: ChildProcess[] = [];
  const findings: Findings = { measured: {}, notMeasured: {}, machineSpeed: {}, allMeasured: {}, said: [] };
  let speeds: number[] = [];
  let closing: Promise<void> | undefined;
  let shared: Promise<Upstream> | undefined;
  let files = 0;

  const watch = (child: ChildProcess): void => {
    children.push(child);
    if (closing) child.kill('SIGTERM');
  };
  const run = <T>(file: string, args: string[], env: Record<string, string>): Promise<Running<T>> => {
    if (closing) throw new Error('the bench has ended');
    return start<T>(file, args, env, watch);
  };

  const upstreamAt = async (platformOrigin: string, folder: string): Promise<Upstream> => {
    const proxy = await run<{ port: number }>('bench/upstream-proxy.ts', [platformOrigin], {});
    return upstreamThrough(proxy, folder);
  };

  const endAll = async (): Promise<void> => {
    // Stop the processes in reverse order, because a process depends on the processes that were started before it.
    for (const child of children.toReversed()) await end(child);
    rmSync(work, { recursive: true, force: true });
  };

  const startPlatform = async (): Promise<Upstream> => {
    const platform = await run<{ port: number }>('dist/platform/main.js', [], {
      DATA_DIR: dataDir,
      PLATFORM_PORT: '0',
    });
    return upstreamAt(`http://127.0.0.1:${platform.said.port}`, dataDir);
  };

  const bench: OpenBench = {
    work,
    dataDir,
    findings,
    run,
    watch,
    upstreamAt,
    upstream: () => (shared ??= startPlatform()),
    async site(env = {}, upstream) {
      const from = upstream ?? (await bench.upstream());
      const program = await run<{ port: number; opsPort: number }>('dist/server/main.js', [], {
        // Run the site as one process, because the bench measures the memory of one process only.
        WEB_CONCURRENCY: '1',
        PORT: '0',
        OPS_PORT: '0',
        ...from.env,
        ...env,
      });
      return siteOf(program, from.env['PURGE_TOKEN']);
    },
    async bare(answers) {
      const file = path.join(work, `answers-${files++}.json`);
      writeFileSync(file, JSON.stringify(answers));
      const program = await run<{ port: number }>('bench/bare-node.ts', [file], {});
      const { port } = program.said;
      return { port, pid: program.pid, stop: () => program.stop() };
    },
    awayFromDraws,
    measured(budget, value) {
      findings.measured[budget] = value;
    },
    notMeasured(budget, why) {
      findings.notMeasured[budget] = why;
    },
    say(line) {
      findings.said.push(line);
      console.log(line);
    },
    sampleSpeed: () => void speeds.push(speedNow()),
    takeSpeeds() {
      const taken = speeds;
      speeds = [];
      return taken;
    },
    close: () => (closing ??= endAll()),
  };
  return bench;
}
