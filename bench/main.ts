/**
 * `npm run bench`: compares the site with baselines in one run on loopback. It prints ratios, writes
 * bench/results/latest.json and .svg, and exits with 1 if a budget of bench/budgets.json is missed.
 * `-- --only herd,drawNight` runs only these scenarios; `-- --url https://…` tests a running site.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { build } from '../bin/build.ts';
import type { Findings, Scenario } from './bench.ts';
import { startMeasuring } from './measure.ts';
import { OptionsError, readOptions } from './options.ts';
import { drawPicture } from './picture.ts';
import { root } from './processes.ts';
import { askRemote } from './remote.ts';
import { type Budgets, budgetLine, judge } from './report.ts';
import { scenarios } from './scenarios.ts';

const budgets: Budgets = JSON.parse(readFileSync(path.join(root, 'bench/budgets.json'), 'utf8'));
/** Shells use this exit code for a program that Ctrl-C stopped. */
const interruptedExit = 130;

/** Prints and writes the results. @returns the names of missed budgets */
function report(findings: Findings, chosen: readonly Scenario[], isWhole: boolean): string[] {
  const measuredNames = new Set(chosen.flatMap((scenario) => scenario.budgets));
  const rows = judge(
    budgets,
    findings,
    Object.keys(budgets).filter((name) => measuredNames.has(name)),
  );
  console.log('');
  for (const row of rows) console.log(budgetLine(row));
  const missed = rows.filter(({ verdict }) => verdict === 'missed').map(({ name }) => name);
  const processors = cpus();
  const machine = `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, Node.js ${process.versions.node}`;
  const at = new Date().toISOString();
  const folder = path.join(root, 'bench/results');
  const name = isWhole ? 'latest' : 'partial';
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, `${name}.json`),
    `${JSON.stringify({ at, machine, ...findings, missed }, null, 2)}\n`,
  );
  writeFileSync(path.join(folder, `${name}.svg`), drawPicture(rows, `${at.slice(0, 10)}, ${machine}`));
  return missed;
}

async function runHere(chosen: readonly Scenario[], isWhole: boolean): Promise<number> {
  build();
  const measuring = startMeasuring(budgets);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      console.error('\nStopping the bench.');
      void measuring.close().finally(() => process.exit(interruptedExit));
    });
  let areComplete = true;
  try {
    for (const scenario of chosen) areComplete = (await measuring.measure(scenario)) && areComplete;
  } finally {
    await measuring.close();
  }
  const missed = report(measuring.findings, chosen, isWhole);
  if (missed.length > 0) console.error(`\nMissed: ${missed.join(', ')}.`);
  return missed.length > 0 || !areComplete ? 1 : 0;
}

try {
  const options = readOptions(
    process.argv.slice(2),
    scenarios.map(({ name }) => name),
  );
  if (options.kind === 'remote') process.exitCode = await askRemote(options.origin, options.plan);
  else {
    const isWhole = options.kind === 'whole';
    const chosen = isWhole ? scenarios : scenarios.filter(({ name }) => options.names.includes(name));
    process.exitCode = await runHere(chosen, isWhole);
  }
} catch (error) {
  if (!(error instanceof OptionsError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
