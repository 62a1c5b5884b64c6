import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addressOf } from '../../../bench/addresses.ts';
import { drawPicture } from '../../../bench/picture.ts';
import { type Budgets, budgetLine, judge } from '../../../bench/report.ts';
import { scenarios } from '../../../bench/scenarios.ts';

const budgets: Budgets = {
  speed: { title: 'Speed <of "hits" & misses>', unit: 'of bare', atLeast: 0.8 },
  memory: { title: 'Memory', unit: 'MB', atMost: 200 },
  idle: { title: 'Idle', unit: 'MB more', atMost: 150 },
  told: { title: 'Last told', unit: 's', atMost: 1, bySpeed: true },
};
const findings = {
  measured: { speed: 0.9, memory: 250 },
  notMeasured: { idle: 'a process may open 1024 files here' },
  machineSpeed: {},
};
const measuring = (measured: Record<string, number>, machineSpeed: Record<string, number> = {}) => ({
  measured,
  notMeasured: {},
  machineSpeed,
});
const judged = judge(budgets, findings, Object.keys(budgets));

test('`judge` marks each budget as met, missed or not measured', () => {
  expect(judged.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['speed', 'held'],
    ['memory', 'missed'],
    ['idle', 'not measured'],
    ['told', 'missed'],
  ]);
});

test('`judge` returns the used share of a budget, and marks the budget as met if the figure equals the limit', () => {
  const limits = judge(budgets, measuring({ speed: 0.8, memory: 200 }), ['speed', 'memory']);
  expect(limits.map(({ used, verdict }) => [used, verdict])).toEqual([
    [1, 'held'],
    [1, 'held'],
  ]);
  const beyond = judge(budgets, measuring({ speed: 0.4, memory: 400 }), ['speed', 'memory']);
  expect(beyond.map(({ used }) => used)).toEqual([2, 2]);
});

const judgedAt = (speed: number) =>
  judge(budgets, measuring({ told: 1.5, memory: 201 }, { told: speed, memory: speed }), ['told', 'memory']);

test('`judge` relaxes limits marked `bySpeed` on a machine slower than the reference, and no other limits', () => {
  const [slow] = judgedAt(0.5);
  expect(judgedAt(0.5).map(({ verdict }) => verdict)).toEqual(['held', 'missed']);
  expect(slow && budgetLine(slow)).toMatch(/^held .*told +1\.50 +\(at most 1 s, relaxed 2 times\)/);
  for (const speed of [1, 2])
    expect(judgedAt(speed).map(({ verdict, used }) => [verdict, used])).toEqual([
      ['missed', 1.5],
      ['missed', 1.005],
    ]);
});

test('budgetLine prints the limit and the measured figure of a budget', () => {
  const [speed, memory, idle] = judged.map(budgetLine);
  expect(speed).toMatch(/^held .*speed +0\.90 .*at least 0\.8 of bare/);
  expect(memory).toMatch(/^MISSED .*memory +250 .*at most 200 MB/);
  expect(idle).toMatch(/idle +– .*1024 files/);
});

test('drawPicture escapes its input and names the missed budgets in a text alternative', () => {
  const picture = drawPicture(judged, 'one <machine>');
  expect(picture).toContain('role="img"');
  expect(picture).toMatch(/<desc[^>]*>Missed: Memory, Last told\./);
  expect(picture).toContain(
    'Speed &lt;of &quot;hits&quot; &amp; misses&gt;: 0.90, at least 0.8 of bare, held.',
  );
  expect(picture).toContain('one &lt;machine&gt;');
  expect(picture).toContain('>missed: 250 ');
  expect(picture).toContain('prefers-color-scheme: dark');
  // The picture must not reference other files, because some viewers do not load referenced files.
  expect(picture).not.toMatch(/href|url\(|@import|@font-face|<script/);
});

test('drawPicture draws a longer bar for a larger figure, but never beyond the edge of the picture', () => {
  const widths = [0.1, 0.5, 1, 50].map((used) => {
    const rows = judge(budgets, measuring({ memory: 200 * used }), ['memory']);
    return Number(/class="(?:held|missed)"[^>]* width="([\d.]+)"/.exec(drawPicture(rows, ''))?.[1]);
  });
  expect(widths).toEqual(widths.toSorted((a, b) => a - b));
  expect(widths[0]).toBeLessThan(widths[1] ?? 0);
  expect(widths[3]).toBeLessThanOrEqual(350);
});

test('each bench budget is measured by exactly one scenario', () => {
  const kept: Budgets = JSON.parse(
    readFileSync(new URL('../../../bench/budgets.json', import.meta.url), 'utf8'),
  );
  const measured = scenarios.flatMap((scenario) => scenario.budgets);
  expect(measured.toSorted()).toEqual(Object.keys(kept).toSorted());
  for (const { title, unit, atLeast, atMost } of Object.values(kept)) {
    expect(title && unit).toBeTruthy();
    expect(Number(atLeast ?? atMost)).toBeGreaterThan(0);
  }
});

test('addressOf returns a million distinct addresses for a million numbers', () => {
  const seen = new Set<string>();
  for (let n = 0; n < 1_000_000; n++) seen.add(addressOf(n));
  expect(seen.size).toBe(1_000_000);
});
