/** Values that attackers or broken clients send. */

export const longText = 'a'.repeat(10_000);

const values: readonly unknown[] = [
  null,
  true,
  1e300,
  -1.5,
  '',
  longText,
  [],
  ['a'],
  [[[[]]]],
  {},
  { length: 3 },
];
const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);

/**
 * Returns values that a call must reject in place of `good`. They include values of other types, negative, fractional
 * and huge numbers, a text that is too long, and lists of invalid elements.
 */
export const wrongFor = (good: unknown): unknown[] =>
  values.filter((value) => typeof value !== 'boolean' || kindOf(good) !== 'boolean');

/** Returns whether null is a valid value of a call's field. Null removes a limit, or excludes the player for ever. */
export const mayBeNull = (call: string, field: string): boolean =>
  ['limits/set amount', 'limits/exclude months'].includes(`${call} ${field}`);

/** Texts that have broken other programs: SQL, markup, templates, paths, headers and special Unicode. */
export const hostileTexts: readonly string[] = [
  "' or '1'='1",
  '"; drop table accounts; --',
  '\u0000',
  'a\u0000b',
  '\u202Eabc\u2066',
  '😀😀😀😀',
  '\uD800',
  'e\u0301\u0301\u0301',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  '\r\nSubject: x',
  '１２３４５６',
  '__proto__',
];

/** Returns objects that are nested to a given depth, as JSON. */
export const tower = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
