import type { Findings } from './bench.ts';

export interface Budget {
  title: string;
  unit: string;
  atLeast?: number;
  atMost?: number;
  /** Set for a duration or a rate without a baseline. The limit is relaxed on a machine slower than the reference. */
  bySpeed?: true;
  /** Set for a size or a count, which does not depend on the machine. No run may miss it. */
  exact?: true;
}

export type Budgets = Readonly<Record<string, Budget>>;

export interface Judged extends Budget {
  name: string;
  /** The measured value; null if it was not measured. */
  value: number | null;
  verdict: 'held' | 'missed' | 'not measured';
  /**
   * The used share of the budget. A share above 1 means that the budget is missed. This is true for minimum and for
   * maximum budgets.
   */
  used: number | null;
  /** The factor by which the limit is relaxed, because this machine is slower than the reference; 1 if it is not. */
  slowness: number;
  /**
   * The figures of all runs, of which `value` is the median, or the worst one of an exact budget. Empty if the budget
   * was measured once.
   */
  all: readonly number[];
  why: string | null;
}

type Figures = Omit<Findings, 'allMeasured' | 'said'>;

/**
 * Compares figures with their budgets. If a figure is missing, its budget counts as missed. If the scenario recorded
 * why this machine cannot measure the figure, the budget counts as not measured.
 * @param names the budgets to judge: all, or those of the chosen scenarios
 */
export function judge(
  budgets: Budgets,
  { measured, notMeasured, machineSpeed, allMeasured = {} }: Figures & Partial<Pick<Findings, 'allMeasured'>>,
  names: readonly string[],
) {
  return names.map((name): Judged => {
    const budget = budgets[name];
    if (!budget) throw new Error(`no budget is called ${name}`);
    const value = measured[name] ?? null;
    const why = notMeasured[name] ?? null;
    const all = allMeasured[name] ?? [];
    const slowness = budget.bySpeed ? Math.max(1, 1 / (machineSpeed[name] ?? 1)) : 1;
    if (value === null || !Number.isFinite(value)) {
      const verdict = why === null ? 'missed' : 'not measured';
      return { name, ...budget, value: null, verdict, used: null, slowness, all, why };
    }
    const { atLeast, atMost } = budget;
    const used =
      Math.max(atLeast === undefined ? 0 : atLeast / value, atMost === undefined ? 0 : value / atMost) /
      slowness;
    return { name, ...budget, value, verdict: used <= 1 ? 'held' : 'missed', used, slowness, all, why };
  });
}

/**
 * Returns the figures of several runs of a scenario as the figures of one run. For each budget, they are those of the
 * run that used the median share of the budget, or the largest share of an exact budget. A missing figure counts as the
 * worst.
 * @param runs an odd number of runs
 * @param names the budgets of the scenario
 */
export function combined(
  budgets: Budgets,
  runs: readonly Figures[],
  names: readonly string[],
): Pick<Figures, 'measured' | 'machineSpeed'> {
  const counted: Pick<Figures, 'measured' | 'machineSpeed'> = { measured: {}, machineSpeed: {} };
  for (const name of names) {
    const usedBy = (run: Figures) => judge(budgets, run, [name])[0]?.used ?? Number.POSITIVE_INFINITY;
    const at = budgets[name]?.exact ? runs.length - 1 : Math.floor(runs.length / 2);
    const run = runs.toSorted((a, b) => usedBy(a) - usedBy(b))[at];
    counted.measured[name] = run?.measured[name] ?? Number.NaN;
    counted.machineSpeed[name] = run?.machineSpeed[name] ?? 1;
  }
  return counted;
}

/**
 * Formats the limit of a budget, for example "at most 1.5 s, relaxed 1.20 times". If the budget was measured more than
 * once, the text also contains the figures of all runs.
 */
export function limitOf({
  atLeast,
  atMost,
  unit,
  slowness,
  exact,
  all,
}: Omit<Judged, 'title' | 'value' | 'verdict'>): string {
  const limit = `${atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`} ${unit}`;
  const relaxed = slowness > 1 ? `, relaxed ${figure(slowness)} times` : '';
  return (
    limit +
    relaxed +
    (all.length > 0 ? `; the ${exact ? 'worst' : 'median'} of ${all.map(figure).join(', ')}` : '')
  );
}

/**
 * Formats a figure. Small values have two decimals, large values and counts have none. A value that is not a finite
 * number is shown as a dash.
 */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return Number.isInteger(value) || Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

export function budgetLine(judged: Judged): string {
  const { name, value, verdict, why } = judged;
  const mark = { held: 'held  ', missed: 'MISSED', 'not measured': '  –   ' }[verdict];
  const shown = value === null ? '–' : figure(value);
  return `${mark}  ${name.padEnd(24)} ${shown.padStart(8)}  (${limitOf(judged)}${why ? `; ${why}` : ''})`;
}
