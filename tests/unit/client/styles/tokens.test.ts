import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const tokens = read('client/styles/tokens.css');
const sheets = globSync('client/styles/**/*.css').filter((path) => !path.endsWith('tokens.css'));
const colour = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/gi;
const namedColour = /:\s*(?:[\w-]+\s+)*(?:white|black|red|gold|gr[ae]y|silver|green|blue|orange|yellow)\b/gi;

/**
 * Returns the red, green and blue components of a colour token, each from 0 to 1. A token can refer to another token.
 */
function rgbOf(token: string): number[] {
  const value = new RegExp(`--${token}:\\s*([^;]+);`).exec(tokens)?.[1]?.trim() ?? '';
  const other = /^var\(--(.+)\)$/.exec(value)?.[1];
  if (other) return rgbOf(other);
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1];
  if (!hex) throw new Error(`There is no colour --${token}`);
  const size = hex.length / 3;
  return [0, 1, 2].map((part) => {
    const digits = hex.slice(part * size, (part + 1) * size);
    return Number.parseInt(digits.length === 1 ? digits + digits : digits, 16) / 255;
  });
}

/** Returns the relative luminance of a colour token, as defined by WCAG 2.2. */
function luminance(token: string): number {
  const [r = 0, g = 0, b = 0] = rgbOf(token).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('the colours of the client', () => {
  it.each(sheets)('are defined only in tokens.css, not in %s', (path) => {
    expect(read(path).match(colour)).toBeNull();
    expect(read(path).match(namedColour)).toBeNull();
  });

  it('are not defined in components', () => {
    const named = globSync('client/**/*.tsx').filter((path) =>
      /(?:fill|stroke|color)="(?!none|currentColor)/.test(readFileSync(path, 'utf8')),
    );
    expect(named).toEqual([]);
  });

  it('refer only to defined CSS variables', () => {
    const all = globSync('client/styles/**/*.css').map(read).join('\n');
    const defined = new Set(Array.from(all.matchAll(/(--[\w-]+)\s*:/g), ([, name]) => name));
    const used = Array.from(all.matchAll(/var\((--[\w-]+)/g), ([, name]) => name);
    expect(used.filter((name) => !defined.has(name))).toEqual([]);
  });

  const readable = [
    ['white', 'red-600'],
    ['red-600', 'steel-50'],
    ['red-700', 'red-100'],
    ['steel-500', 'steel-50'],
    ['steel-700', 'steel-50'],
    ['steel-300', 'steel-900'],
    ['steel-300', 'steel-800'],
    ['steel-200', 'red-700'],
    ['gold-300', 'red-700'],
    ['gold-400', 'steel-900'],
    ['gold-800', 'gold-300'],
    ['white', 'drawn-green'],
    ['white', 'drawn-violet'],
  ];
  it.each(readable)('have sufficient contrast: %s on %s', (text, ground) => {
    expect(contrast(text ?? '', ground ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['amber', 'blue', 'gold', 'red', 'violet', 'teal', 'green'])(
    'have sufficient contrast in an emblem: accent-%s on steel-700',
    (name) => {
      expect(contrast(`accent-${name}`, 'steel-700')).toBeGreaterThanOrEqual(3);
    },
  );
});
