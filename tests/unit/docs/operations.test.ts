import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Environment as PlatformEnvironment } from '../../../platform/config/environment.ts';
import { Environment as SiteEnvironment } from '../../../server/config/env.ts';
import { projectRoot } from '../../../server/config/project-root.ts';
import {
  alerts,
  dashboard,
  dashboardText,
  expressions,
  manual,
  selectorsOf,
} from '../../helpers/operations-files.ts';

/** Returns the anchor that GitHub derives from a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
const anchors = (): string[] =>
  [...manual().matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe('the Prometheus alert rules', () => {
  it('link to existing sections of the operations manual', () => {
    const known = anchors();
    for (const { alert, annotations } of alerts()) {
      const [file, anchor] = annotations.runbook.split('#');
      expect(file, alert).toBe('docs/operations.md');
      expect(
        known.filter((one) => one === anchor),
        alert,
      ).toHaveLength(1);
    }
  });

  it('are named in the manual sections to which they link', () => {
    const names = alerts().map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    const sections = new Map(
      manual()
        .split(/^(?=#{1,6} )/m)
        .map((section) => [anchorOf(section.split('\n')[0]?.replace(/^#+ /, '') ?? ''), section]),
    );
    for (const { alert, annotations } of alerts()) {
      expect(sections.get(annotations.runbook.split('#')[1] ?? ''), alert).toContain(`\`${alert}\``);
    }
  });

  it('monitor the draws, the upstreams, the event stream, the purges, the requests and the process', () => {
    const watched = alerts().flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => metric));
    for (const metric of [
      'draw_overdue_seconds',
      'breaker_state',
      'upstream_seconds_count',
      'ready',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'platform_stream_connected',
      'purge_lag_seconds_bucket',
      'shed_requests_total',
      'requests_total',
    ])
      expect(watched).toContain(`golden_lotto_${metric}`);
  });
});

describe('the Grafana dashboard', () => {
  it('has panels that do not overlap', () => {
    const { panels } = dashboard();
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Map<string, string>();
    for (const { title, gridPos } of panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.get(`${x} ${y}`), title).toBeUndefined();
          taken.set(`${x} ${y}`, title);
        }
      }
    }
  });

  it('lets the operator choose the Prometheus data source', () => {
    const sources = [...dashboardText().matchAll(/"uid": "([^"]+)"/g)].map(([, uid]) => uid);
    // Ignore the ids of the dashboard and of Grafana's annotations, because they are not data sources.
    const others = sources.filter((uid) => !['golden-lotto-site', '-- Grafana --'].includes(uid ?? ''));
    expect(new Set(others)).toEqual(new Set([`\${datasource}`]));
    expect(dashboard().templating.list).toContainEqual({ name: 'datasource', type: 'datasource' });
  });

  it('has a row for each area of operations', () => {
    const rows = dashboard().panels.filter(({ type }) => type === 'row');
    expect(rows.map(({ title }) => title)).toEqual([
      'Draws',
      'Traffic and cache',
      'Upstreams',
      'Streams and connections',
      'Processes',
    ]);
  });
});

it('the operations manual links only to existing sections and files', () => {
  const known = new Set(anchors());
  const links = [...manual().matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(links.filter((anchor) => !known.has(anchor))).toEqual([]);
  const files = [...manual().matchAll(/`((?:bench|config|docker|docs|platform)\/[\w./-]+)`/g)].map(
    ([, file = '']) => file,
  );
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([]);
});

it('every expression in the alert rules and the dashboard is valid PromQL', () => {
  for (const [where, expr] of expressions()) expect(selectorsOf(expr).length, where).toBeGreaterThan(0);
});

const Schema = z.object({
  properties: z.record(
    z.string(),
    z.object({ default: z.union([z.string(), z.number(), z.boolean()]).optional() }),
  ),
  required: z.array(z.string()).default([]),
});
/** Returns the name and default of each environment variable of a schema, in the format of the manual. */
const variablesOf = (environment: z.ZodType): string[] => {
  const { properties, required } = Schema.parse(
    z.toJSONSchema(environment, { io: 'input', unrepresentable: 'any' }),
  );
  return Object.entries(properties).map(([name, variable]) => {
    if (variable.default !== undefined) return `${name}: \`${variable.default}\``;
    return `${name}: ${required.includes(name) ? '**required**' : 'none'}`;
  });
};
/** Returns the name and default of each variable in the manual's table below a heading. */
const documentedBelow = (heading: string): string[] => {
  const section =
    manual()
      .split(`\n### ${heading}\n`)[1]
      ?.split(/^#{1,3} /m)[0] ?? '';
  return [...section.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\| (?:.*?) +\|$/gm)].map(
    ([, name, usual]) => `${name}: ${usual}`,
  );
};

describe('the tables of environment variables in the operations manual', () => {
  it.each([
    ['The site', SiteEnvironment],
    ['The platform', PlatformEnvironment],
  ])('match the variables and defaults of the program: %s', (heading, schema) => {
    expect(new Set(documentedBelow(heading))).toEqual(new Set(variablesOf(schema)));
  });

  it('include every variable that the code reads directly from process.env', () => {
    const files = globSync('{bin,server,platform}/**/*.ts', { cwd: projectRoot });
    const read = files.flatMap((file) =>
      [
        ...readFileSync(path.join(projectRoot, file), 'utf8').matchAll(
          /process\.env(?:\.|\[')([A-Z][A-Z0-9_]+)/g,
        ),
      ].map(([, name = '']) => name),
    );
    expect(read.length).toBeGreaterThan(5);
    // The shell sets PATH, so the manual does not list it.
    const ours = read.filter((name) => name !== 'PATH');
    for (const name of ours) expect(manual(), name).toContain(`\`${name}\``);
  });
});
