import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  fillOperatorFacts,
  OperatorFacts,
  operatorEmailIn,
} from '../../../../platform/content/operator-facts.ts';

const facts = OperatorFacts.parse({ company: 'Example Lotteries', email: 'post@example.in' });

describe('fillOperatorFacts', () => {
  test('replaces placeholders with the operator’s facts', () => {
    expect(fillOperatorFacts('By {operator.company}, <{operator.email}>.', facts, 'en/a.md')).toBe(
      'By Example Lotteries, <post@example.in>.',
    );
  });

  test('removes only the lines that contain an empty fact', () => {
    expect(
      fillOperatorFacts('One.\n{operator.company}, {operator.address}\nTwo {here}.', facts, 'en/a.md'),
    ).toBe('One.\nTwo {here}.');
  });

  test('rejects an unknown fact with an error that names the file', () => {
    expect(() => fillOperatorFacts('{operator.emial}', facts, 'en/a.md')).toThrow(
      'content: en/a.md: body: there is no {operator.emial}',
    );
  });
});

describe('operatorEmailIn', () => {
  test.each([
    ['email: post@example.in', 'post@example.in'],
    ['email: ""', null],
    ['email: by post', null],
    [null, null],
  ])('returns the valid address in the English facts, otherwise null: %j', (text, address) => {
    const folder = mkdtempSync(join(tmpdir(), 'golden-lotto-facts-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'en'));
    if (text !== null) writeFileSync(join(folder, 'en', 'operator.yaml'), text);
    expect(operatorEmailIn(folder)).toBe(address);
  });
});
