import { type Findings, type OpenBench, openBench, type Scenario } from './bench.ts';
import { machineSpeed } from './machine-speed.ts';
import { type Budgets, combined } from './report.ts';
import { mean } from './statistics.ts';

/** Measures scenarios one after another. The scenarios share the platform of one bench. */
export interface Measuring {
  /** Measures one scenario, as many times as it asks for. @returns false if it threw an error, or after `close` */
  measure(scenario: Scenario): Promise<boolean>;
  /** Figures of all scenarios that were measured. */
  findings: Findings;
  /** Stops all processes. */
  close(): Promise<void>;
}

/** Runs a scenario once, and records the machine's speed during the run. @returns false if it threw an error */
async function run(scenario: Scenario, bench: OpenBench): Promise<boolean> {
  const startedAt = performance.now();
  bench.sampleSpeed();
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
  bench.sampleSpeed();
  const speed = mean(bench.takeSpeeds());
  for (const budget of scenario.budgets) bench.findings.machineSpeed[budget] = speed;
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`  (${scenario.name}: ${seconds.toFixed(0)} s, machine speed ${speed.toFixed(2)})`);
  return isComplete;
}

/**
 * Prepares the measurement of scenarios. If a scenario asks for several runs, the median figure of each budget counts,
 * and the worst figure of an exact budget.
 * @param speedNow measures the speed of this machine
 */
export function startMeasuring(budgets: Budgets, speedNow = machineSpeed): Measuring {
  const bench = openBench(speedNow);
  let another: OpenBench | undefined;
  let isClosed = false;

  /** Runs a scenario with new processes and a new database. @returns null if it threw an error */
  const runAlone = async (scenario: Scenario): Promise<Findings | null> => {
    if (isClosed) return null;
    another = openBench(speedNow);
    try {
      return (await run(scenario, another)) ? another.findings : null;
    } finally {
      await another.close();
    }
  };

  return {
    findings: bench.findings,
    async measure(scenario) {
      if (isClosed || !(await run(scenario, bench))) return false;
      const { runs = 1 } = scenario;
      if (runs === 1) return true;
      const all: Findings[] = [structuredClone(bench.findings)];
      while (all.length < runs) {
        const findings = await runAlone(scenario);
        if (!findings) return false;
        bench.findings.said.push(...findings.said);
        all.push(findings);
      }
      const counted = combined(budgets, all, scenario.budgets);
      Object.assign(bench.findings.measured, counted.measured);
      Object.assign(bench.findings.machineSpeed, counted.machineSpeed);
      for (const name of scenario.budgets)
        bench.findings.allMeasured[name] = all.map(({ measured }) => measured[name] ?? Number.NaN);
      return true;
    },
    async close() {
      isClosed = true;
      await another?.close();
      await bench.close();
    },
  };
}
