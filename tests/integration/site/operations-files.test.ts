import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { dashboardText, expressions, manual, selectorsOf } from '../../helpers/operations-files.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import type { Program } from '../../helpers/program.ts';
import { operatorEnv, spawnSite } from '../../helpers/site-process.ts';

let platform: TestPlatform;
let site: Program;
/** Maps each metric of the running site and platform to the labels of the metric's series. */
const exposed = new Map<string, Set<string>>();

/**
 * Returns the names of a metric's series. They depend on the metric's type, which the metrics output states in a TYPE
 * line even before a series exists.
 */
const seriesOf = (name: string, type: string): string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];

/** Labels that Prometheus adds to every series. */
const scrapeLabels = new Set(['job', 'instance']);

beforeAll(async () => {
  platform = await startPlatform();
  // No Redis listens on this port. The site runs without Redis, and its metrics report the missing connection.
  site = spawnSite({ ...operatorEnv(platform.url), REDIS_URL: 'redis://127.0.0.1:1' });
  const [, opsPort] = await site.waitForOutput(/"opsPort":(\d+)/);
  const [, origin = ''] = await site.waitForOutput(/Server listening at (http:[^"]+)"/);
  for (const path of ['/', '/', '/results/latest.json', '/no-such-page', '/robots.txt'])
    await ask(origin, path);
  const ofSite = await ask(`http://127.0.0.1:${opsPort}`, '/metrics');
  const ofPlatform = await ask(platform.url, '/metrics');
  for (const line of `${ofSite.text}\n${ofPlatform.text}`.split('\n')) {
    const [, name = '', type = ''] = /^# TYPE (\S+) (\w+)$/.exec(line) ?? [];
    for (const series of name === '' ? [] : seriesOf(name, type)) exposed.set(series, new Set());
    const [, sample = '', labels = ''] = /^([a-z]\w*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) exposed.get(sample)?.add(label);
  }
});
afterAll(async () => {
  await site?.signal('SIGKILL');
  await platform?.stop();
});

it('every alert and every dashboard panel uses only metrics and labels that a running site or platform exposes', () => {
  const asked = expressions().flatMap(([where, expr]) =>
    selectorsOf(expr).map(({ metric, labels }) => ({ where, metric, labels })),
  );
  const unknown = asked.filter(({ metric }) => metric !== 'up' && !exposed.has(metric));
  expect(unknown).toEqual([]);
  const wrongLabels = asked.flatMap(({ where, metric, labels }) => {
    const known = exposed.get(metric);
    // The labels of a metric are unknown until it has a series.
    if (known === undefined || known.size === 0) return [];
    const unknownLabels = labels.filter((label) => !known.has(label) && !scrapeLabels.has(label));
    return unknownLabels.map((label) => `${where}: ${metric} has no label ${label}`);
  });
  expect(wrongLabels).toEqual([]);
});

it('the site or the platform exposes every metric that the dashboard and the manual mention', () => {
  const named = `${dashboardText()} ${manual()}`.match(/golden_lotto_\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((metric) => !exposed.has(metric))).toEqual([]);
});
