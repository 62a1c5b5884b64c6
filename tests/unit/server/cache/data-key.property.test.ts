import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KeyPart, type KeyParts, keyOf } from '../../../../server/cache/data-cache.ts';

/** Texts that resemble the syntax of a key, and arbitrary texts. */
const text = fc.oneof(
  fc.constantFrom('', '"', '\\', '{}', '[]', ',', ':', '":"', '","', 'null', 'true', '1', 'undefined', 'NaN'),
  fc.constantFrom('__proto__', 'constructor', 'a', 'b', '\u0000', '\ud800', '\udc00', 'é', 'e\u0301'),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const plain = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
);
const { part } = fc.letrec<{ part: KeyPart }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small' },
    plain,
    fc.array(tie('part'), { maxLength: 3 }),
    fc.dictionary(text, tie('part'), { maxKeys: 3 }),
  ),
}));
const parts: fc.Arbitrary<KeyParts> = fc.dictionary(text, part, { maxKeys: 4 });

const isObject = (value: KeyPart): value is KeyParts | readonly KeyPart[] =>
  value !== null && typeof value === 'object';

/** Compares two parts of keys without serialising them. */
function isSame(one: KeyPart, other: KeyPart): boolean {
  if (!isObject(one) || !isObject(other)) return one === other || Object.is(one, other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [one, other].map((value) => new Map<string, KeyPart>(Object.entries(value)));
  if (!left || !right) return false;
  if (Array.isArray(one) && left.size !== right.size) return false;
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].every((name) => isSame(left.get(name), right.get(name)));
}

/** Returns the same parts with the properties of each object in reverse order. */
const reversed = (value: KeyPart): KeyPart => {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, each]): [string, KeyPart] => [name, reversed(each)])
      .toReversed(),
  );
};

/** Returns variants of the parts. Each variant differs from the original in one part. */
const variants = (value: KeyParts, leaf: KeyPart): KeyParts[] =>
  Object.entries(value).flatMap(([name, each]) => {
    const others = Object.entries(value).filter(([known]) => known !== name);
    const inner =
      isObject(each) && !Array.isArray(each) ? variants(Object.fromEntries(Object.entries(each)), leaf) : [];
    return [leaf, [each], { [name]: each }, keyOf(each), ...inner].map((replaced) =>
      Object.fromEntries([...others, [name, replaced]]),
    );
  });

describe('the data cache key of a read', () => {
  it('depends on the values of the parts, but not on the order of the properties', () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        expect(keyOf(reversed(one))).toBe(keyOf(one));
        expect(keyOf(one) === keyOf(other)).toBe(isSame(one, other));
      }),
      { numRuns: 500 },
    );
  });

  it('changes whenever one of its parts changes', () => {
    fc.assert(
      fc.property(parts, part, (one, leaf) => {
        for (const other of variants(one, leaf))
          expect(keyOf(one) === keyOf(other), keyOf(other)).toBe(isSame(one, other));
      }),
      { numRuns: 300 },
    );
  });

  it('is unambiguous even if a part contains separator characters', () => {
    const texts = [{ a: '1","b":"2' }, { a: '1', b: '2' }, { a: ['1', '2'] }, { a: '["1","2"]' }, { a: 1 }];
    expect(new Set(texts.map(keyOf)).size).toBe(texts.length);
  });

  it('is the same for an undefined and a missing part', () => {
    expect(keyOf({ a: 1, b: undefined })).toBe(keyOf({ a: 1 }));
  });
});
