import { describe, expect, it } from 'vitest';
import { plainWords, wordsOf } from '../../../../platform/search/words.ts';

describe('plainWords', () => {
  it.each([
    ['Golden Keno 20/80', 'golden keno 20 80'],
    ['Telemóvel & ÅRSAK', 'telemovel arsak'],
    ['ＫＥＮＯ', 'keno'],
    ['क्रिकेट हिन्दी', 'क्रिकेट हिन्दी'],
    ["'); drop -- :* \\ & | ! <->", 'drop'],
    ['a\u0000b\u202ec\ud800d', 'a b c d'],
    ['😀', ''],
  ])('reduces %j to %j', (text, words) => {
    expect(plainWords(text)).toBe(words);
  });
});

describe('wordsOf', () => {
  it('returns at most eight distinct words of at most forty characters', () => {
    expect(wordsOf('b a b a')).toEqual(['b', 'a']);
    expect(wordsOf('a b c d e f g h i j')).toHaveLength(8);
    expect(wordsOf('x'.repeat(200))).toEqual(['x'.repeat(40)]);
    expect(wordsOf(' \t ')).toEqual([]);
  });
});
