import { type Findings, type OpenBench, openBench, type Scenario } from './bench.ts';
import { machineSpeed } from './machine-speed.ts';
import { type Budgets, combined, judge } from './report.ts';

/** How many times a scenario is measured if its first figures miss a budget. */
const timesAfterMiss = 3;

/** Measures scenarios one after another. The scenarios share the platform of one bench. */
export interface Measuring {
  /** Measures one scenario. @returns false if it threw an error */
  measure(scenario: Scenario): Promise<boolean>;
  /** Figures of all scenarios that were measured. */
  findings: Findings;
  /** Stops all processes. */
  close(): Promise<void>;
}

/** Runs a scenario once, and records the machine's speed during the run. @returns false if it threw an error */
async function run(scenario: Scenario, bench: OpenBench, speedNow: () => number): Promise<boolean> {
  const startedAt = performance.now();
  const speedBefore = speedNow();
  let isComplete = true;
  try {
    await scenario.run(bench);
  } catch (error) {
    // After a failed scenario, the bench continues with the next one.
    isComplete = false;
    bench.say(
      `${scenario.name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  const speed = (speedBefore + speedNow()) / 2;
  for (const budget of scenario.budgets) bench.findings.machineSpeed[budget] = speed;
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`  (${scenario.name}: ${seconds.toFixed(0)} s, machine speed ${speed.toFixed(2)})`);
  return isComplete;
}

/**
 * Prepares the measurement of scenarios. Figures of a shared machine vary: a figure near its limit misses it now and
 * then. Therefore, a scenario that misses a budget is measured twice more, each time with new processes and a new
 * database, and the middle one of the three figures counts. An exact budget must hold in every run.
 * @param speedNow measures the speed of this machine
 */
export function startMeasuring(budgets: Budgets, speedNow = machineSpeed): Measuring {
  const bench = openBench();
  let again: OpenBench | undefined;
  let isClosed = false;

  const runAgain = async (scenario: Scenario): Promise<Findings | null> => {
    if (isClosed) return null;
    again = openBench();
    try {
      return (await run(scenario, again, speedNow)) ? again.findings : null;
    } finally {
      await again.close();
    }
  };

  return {
    findings: bench.findings,
    async measure(scenario) {
      if (!(await run(scenario, bench, speedNow))) return false;
      const rows = judge(budgets, bench.findings, scenario.budgets);
      const missed = rows
        .filter(({ verdict, exact }) => verdict === 'missed' && !exact)
        .map(({ name }) => name);
      if (missed.length === 0) return true;
      bench.say(`${scenario.name} is measured again, because it missed: ${missed.join(', ')}.`);
      const runs: Findings[] = [structuredClone(bench.findings)];
      while (runs.length < timesAfterMiss) {
        const findings = await runAgain(scenario);
        if (!findings) return false;
        bench.findings.said.push(...findings.said);
        runs.push(findings);
      }
      const counted = combined(budgets, runs, scenario.budgets);
      Object.assign(bench.findings.measured, counted.measured);
      Object.assign(bench.findings.machineSpeed, counted.machineSpeed);
      for (const name of scenario.budgets)
        bench.findings.allMeasured[name] = runs.map(({ measured }) => measured[name] ?? Number.NaN);
      return true;
    },
    async close() {
      isClosed = true;
      await again?.close();
      await bench.close();
    },
  };
}
