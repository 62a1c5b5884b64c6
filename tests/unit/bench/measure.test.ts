import { beforeEach, expect, test, vi } from 'vitest';
import type { Scenario } from '../../../bench/bench.ts';
import { startMeasuring } from '../../../bench/measure.ts';
import { type Budgets, budgetLine, combined, judge } from '../../../bench/report.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue();
});

const budgets: Budgets = {
  rate: { title: 'Rate', unit: 'of bare', atLeast: 0.6 },
  memory: { title: 'Memory', unit: 'MB', atMost: 200 },
  loads: { title: 'Loads', unit: 'requests', atMost: 1, exact: true },
  duration: { title: 'Duration', unit: 's', atMost: 1, bySpeed: true },
};
const runOf = (measured: Record<string, number>, speed = 1) => ({
  measured,
  notMeasured: {},
  machineSpeed: Object.fromEntries(Object.keys(budgets).map((name) => [name, speed])),
});

test('`combined` takes the median figure of each budget, whether low or high figures are good', () => {
  const runs = [
    { rate: 0.5, memory: 190 },
    { rate: 0.7, memory: 250 },
    { rate: 0.61, memory: 180 },
  ];
  const { measured } = combined(
    budgets,
    runs.map((run) => runOf(run)),
    ['rate', 'memory'],
  );
  expect(measured).toEqual({ rate: 0.61, memory: 190 });
});

test('`combined` compares durations in relation to the speed of the machine in each run', () => {
  const runs = [runOf({ duration: 1.1 }, 0.5), runOf({ duration: 1.05 }, 1), runOf({ duration: 1.02 }, 0.9)];
  const counted = combined(budgets, runs, ['duration']);
  expect(counted).toEqual({ measured: { duration: 1.02 }, machineSpeed: { duration: 0.9 } });
});

test('`combined` counts a missing figure as the worst', () => {
  const held = combined(budgets, [runOf({}), runOf({ rate: 0.61 }), runOf({ rate: 0.7 })], ['rate']);
  expect(held.measured).toEqual({ rate: 0.61 });
  const missing = combined(budgets, [runOf({}), runOf({}), runOf({ rate: 0.7 })], ['rate']);
  expect(judge(budgets, { notMeasured: {}, ...missing }, ['rate'])).toMatchObject([{ verdict: 'missed' }]);
});

test('`combined` takes the worst figure of an exact budget', () => {
  const { measured } = combined(
    budgets,
    [runOf({ loads: 1 }), runOf({ loads: 2 }), runOf({ loads: 1 })],
    ['loads'],
  );
  expect(measured).toEqual({ loads: 2 });
});

/** Measures a scenario with one budget that has these figures, one after another. An Error is thrown. */
async function measureExample(runs: number | undefined, ...figures: (number | Error)[]) {
  const left = [...figures];
  const folders = new Set<string>();
  const scenario: Scenario = {
    name: 'example',
    budgets: ['rate'],
    ...(runs === undefined ? {} : { runs }),
    async run(bench) {
      folders.add(bench.work);
      const figure = left.shift();
      if (figure instanceof Error || figure === undefined) throw figure ?? new Error('no figure is left');
      bench.measured('rate', figure);
    },
  };
  const measuring = startMeasuring(budgets, () => 1);
  const isComplete = await measuring.measure(scenario);
  await measuring.close();
  const [row] = judge(budgets, measuring.findings, ['rate']);
  return {
    line: row && budgetLine(row),
    isComplete,
    rate: measuring.findings.measured['rate'],
    folders: folders.size,
    left,
  };
}

test('a scenario is measured once by default, whether it meets its budget or not', async () => {
  const once = { isComplete: true, folders: 1, left: [0.1] };
  expect(await measureExample(undefined, 0.6, 0.1)).toMatchObject({ ...once, rate: 0.6 });
  expect(await measureExample(undefined, 0.5, 0.1)).toMatchObject({ ...once, rate: 0.5 });
});

test('a scenario of three runs has a new folder for each run, and the median figure counts', async () => {
  const thrice = { isComplete: true, folders: 3, left: [] };
  expect(await measureExample(3, 0.7, 0.5, 0.61)).toMatchObject({ ...thrice, rate: 0.61 });
  expect(await measureExample(3, 0.7, 0.5, 0.58)).toMatchObject({ ...thrice, rate: 0.58 });
});

const sampling = (budget: string, samples: number): Scenario => ({
  name: 'example',
  budgets: [budget],
  async run(bench) {
    for (let at = 0; at < samples; at++) bench.sampleSpeed();
  },
});

test('the speed of the machine is the mean of all samples of a scenario', async () => {
  const speeds = [1, 0.4, 0.7, 0.5, 0.7];
  const measuring = startMeasuring(budgets, () => speeds.shift() ?? Number.NaN);
  await measuring.measure(sampling('duration', 1));
  await measuring.measure(sampling('rate', 0));
  await measuring.close();
  const { duration, rate } = measuring.findings.machineSpeed;
  expect(duration).toBeCloseTo(0.7);
  expect(rate).toBeCloseTo(0.6);
});

test('the report shows the figures of all runs', async () => {
  const { line: held } = await measureExample(3, 0.5, 0.7, 0.61);
  expect(held).toMatch(/^held .*; the median of 0\.50, 0\.70, 0\.61\)$/);
  const { line: missed } = await measureExample(3, 0.5, 0.7, 0.58);
  expect(missed).toMatch(/^MISSED .*; the median of 0\.50, 0\.70, 0\.58\)$/);
  const { line: once } = await measureExample(undefined, 0.6);
  expect(once).not.toContain('median');
});

test('a scenario that throws an error is not complete, in whichever run it throws', async () => {
  const error = new Error('wrong status');
  expect(await measureExample(3, error, 0.7, 0.7)).toMatchObject({ isComplete: false, folders: 1 });
  expect(await measureExample(3, 0.5, 0.7, error)).toMatchObject({ isComplete: false, folders: 3 });
});

test('no scenario is started after the bench was closed', async () => {
  const run = vi.fn<Scenario['run']>(() => Promise.resolve());
  const measuring = startMeasuring(budgets, () => 1);
  await measuring.close();
  expect(await measuring.measure({ name: 'example', budgets: ['rate'], run })).toBe(false);
  expect(run).not.toHaveBeenCalled();
});
