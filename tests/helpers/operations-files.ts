import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectRoot } from '../../server/config/project-root.ts';

const read = (file: string): string => readFileSync(path.join(projectRoot, 'docs', file), 'utf8');

const Panel = z.object({
  id: z.int(),
  type: z.string(),
  title: z.string().min(1),
  gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
  targets: z.array(z.object({ refId: z.string(), expr: z.string() })).optional(),
});
const Dashboard = z.object({
  schemaVersion: z.int(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(Panel),
});
const Rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
});
const Rules = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(Rule) })),
});

export const manual = (): string => read('operations.md');
export const dashboardText = (): string => read('operations/grafana-dashboard.json');
export const dashboard = (): z.infer<typeof Dashboard> => Dashboard.parse(JSON.parse(dashboardText()));
export const alerts = (): z.infer<typeof Rule>[] =>
  Rules.parse(parse(read('operations/prometheus-rules.yml'))).groups.flatMap(({ rules }) => rules);

/**
 * Returns every PromQL expression with the name of its alert or panel. Grafana's interval variable is replaced by five
 * minutes.
 */
export const expressions = (): [where: string, expr: string][] => [
  ...alerts().map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboard().panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ refId, expr }): [string, string] => [
      `${title} ${refId}`,
      expr.replaceAll('$__rate_interval', '5m'),
    ]),
  ),
];

export interface Selector {
  metric: string;
  labels: string[];
  /** Whether the selector matches a series with these labels. */
  selects: (series: Readonly<Record<string, string>>) => boolean;
}

const operators: Record<string, (actual: string, wanted: string) => boolean> = {
  '=': (actual, wanted) => actual === wanted,
  '!=': (actual, wanted) => actual !== wanted,
  '=~': (actual, wanted) => new RegExp(`^(?:${wanted})$`).test(actual),
  '!~': (actual, wanted) => !new RegExp(`^(?:${wanted})$`).test(actual),
};

/** Returns the metric selectors of an expression. @throws if the text is not PromQL */
export const selectorsOf = (expr: string): Selector[] => {
  const selectors: Selector[] = [];
  parser.parse(expr).iterate({
    enter: ({ name, type, from, to, node }) => {
      if (type.isError) throw new Error(`not PromQL at ${from}: ${expr}`);
      if (name !== 'VectorSelector') return;
      const metric = node.getChild('Identifier');
      if (!metric) throw new Error(`no name in ${expr.slice(from, to)}`);
      const labels = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
      const matchers = labels.map((label) => {
        const textOf = (part: string): string => {
          const found = label.getChild(part);
          return found ? expr.slice(found.from, found.to) : '';
        };
        return { name: textOf('LabelName'), operator: textOf('MatchOp'), value: textOf('StringLiteral') };
      });
      selectors.push({
        metric: expr.slice(metric.from, metric.to),
        labels: matchers.map((matcher) => matcher.name),
        selects: (series) =>
          matchers.every((matcher) =>
            operators[matcher.operator]?.(series[matcher.name] ?? '', matcher.value.slice(1, -1)),
          ),
      });
    },
  });
  return selectors;
};
