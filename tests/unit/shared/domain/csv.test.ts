import { describe, expect, it } from 'vitest';
import { csvRecord, decimalOf, escapeFormulas } from '../../../../shared/domain/csv.ts';

describe('escapeFormulas', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+491234', "'+491234"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n x', "'\n x"],
    ['  =1', "  '=1"],
    ['＝1', "'＝1"],
    ['fine; =cmd()', "fine; '=cmd()"],
    ['fine\n=cmd()', "fine\n'=cmd()"],
  ])('escapes text that a spreadsheet would run as a formula: %j', (text, shown) => {
    expect(escapeFormulas(text)).toBe(shown);
  });

  it.each(['Golden Pick 3', 'a-b', '1=1', 'a@b.example', '', '048 (straight)'])(
    'returns harmless text unchanged: %j',
    (text) => {
      expect(escapeFormulas(text)).toBe(text);
    },
  );
});

it('csvRecord quotes fields with special characters and ends the record with CR LF', () => {
  expect(csvRecord(['a', 'b, c', 'says "no"', 'two\nlines', '', { plain: '-12.00' }])).toBe(
    'a,"b, c","says ""no""","two\nlines",,-12.00\r\n',
  );
  expect(csvRecord(['=HYPERLINK("http://evil.example","x")'])).toBe(
    `"'=HYPERLINK(""http://evil.example"",""x"")"\r\n`,
  );
});

it.each([
  [0, 2, '0.00'],
  [5, 2, '0.05'],
  [-5, 2, '-0.05'],
  [-120_000, 2, '-1200.00'],
  [9_007_199_254_740_991, 2, '90071992547409.91'],
  [1200, 0, '1200'],
  [-1, 0, '-1'],
  [1234, 3, '1.234'],
])('decimalOf formats %d minor units with %d decimals as %s', (amountMinor, digits, text) => {
  expect(decimalOf(amountMinor, digits)).toBe(text);
});
