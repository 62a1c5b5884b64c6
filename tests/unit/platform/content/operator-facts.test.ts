import { describe, expect, test } from 'vitest';
import { fillOperatorFacts, OperatorFacts } from '../../../../platform/content/operator-facts.ts';

const facts = OperatorFacts.parse({ company: 'Example Lotteries', email: 'post@example.in' });

describe('fillOperatorFacts', () => {
  test('replaces placeholders with facts', () => {
    expect(fillOperatorFacts('By {operator.company}, <{operator.email}>.', facts, 'en/a.md')).toBe(
      'By Example Lotteries, <post@example.in>.',
    );
  });

  test('removes only the lines whose facts are empty', () => {
    expect(
      fillOperatorFacts('One.\n{operator.company}, {operator.address}\nTwo {here}.', facts, 'en/a.md'),
    ).toBe('One.\nTwo {here}.');
  });

  test('rejects an unknown fact and names the file', () => {
    expect(() => fillOperatorFacts('{operator.emial}', facts, 'en/a.md')).toThrow(
      'content: en/a.md: body: there is no {operator.emial}',
    );
  });
});
