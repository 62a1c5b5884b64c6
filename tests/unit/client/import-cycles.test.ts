import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = path.join(import.meta.dirname, '../../../client');
const imports = /^(?:import|export) (?!type)[^;]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/gm;

/** Returns the modules that a module of the client loads, at once or later by `import()`. */
function importsOf(file: string): string[] {
  const source = readFileSync(path.join(folder, file), 'utf8');
  return [...source.matchAll(imports)].map(([, now = '', later = now]) =>
    path.join(path.dirname(file), later || now),
  );
}

function cycleFrom(file: string, trail: readonly string[], checked: Set<string>): readonly string[] {
  if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
  if (checked.has(file) || !/^\w.*\.tsx?$/.test(file)) return [];
  checked.add(file);
  for (const next of importsOf(file)) {
    const cycle = cycleFrom(next, [...trail, file], checked);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

// The linter rejects import cycles, but it ignores `import()`.
it('the client has no import cycles, not even through dynamic import()', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files).toContain('start.ts');
  const checked = new Set<string>();
  for (const file of files) expect(cycleFrom(file, [], checked)).toEqual([]);
});
