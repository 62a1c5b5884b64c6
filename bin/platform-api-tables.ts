import type { Call } from '../shared/contract/call.ts';
import { calls } from '../shared/contract/calls.ts';
import { codeMeanings } from '../shared/contract/code-meanings.ts';
import { codes } from '../shared/contract/codes.ts';
import { statusOf } from '../shared/contract/http-status.ts';

/** Formats a Markdown table with aligned columns. */
function tableOf(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heading.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [lineOf(heading), lineOf(widths.map((width) => '-'.repeat(width))), ...rows.map(lineOf)].join('\n');
}

function callRow([name, { summary, read, who, rate, codes: own }]: [string, Call]): string[] {
  return [`\`${name}\``, read ? 'read' : who, rate, own.toSorted().join(' '), summary];
}

/** Generators of the tables in docs/platform-api.md, by table name. */
const tables: Readonly<Record<string, () => string>> = {
  codes: () =>
    tableOf(
      ['code', 'status', 'meaning'],
      Object.values(codes).map((code) => [code, String(statusOf(code)), codeMeanings[code]]),
    ),
  calls: () =>
    tableOf(['call', 'who', 'rate class', 'codes', 'what it does'], Object.entries(calls).map(callRow)),
};

/**
 * Returns docs/platform-api.md with its tables regenerated from the contract. Each table is between `<!-- generated:
 * name -->` and `<!-- end -->`.
 * @throws Error for a marker without a table, and for a table without a marker
 */
export function withGeneratedTables(text: string): string {
  const missing = new Set(Object.keys(tables));
  const generated = text.replace(
    /(<!-- generated: (\w+) -->\n).*?(<!-- end -->)/gs,
    (_, start: string, name: string, end: string) => {
      const table = tables[name];
      if (!table) throw new Error(`docs/platform-api.md: no table is called ${name}`);
      missing.delete(name);
      return `${start}\n${table()}\n\n${end}`;
    },
  );
  if (missing.size > 0) throw new Error(`docs/platform-api.md: no marker for ${[...missing].join(', ')}`);
  return generated;
}
