import { describe, expect, test } from 'vitest';
import { fillOperatorFacts, OperatorFacts } from '../../../../platform/content/operator-facts.ts';

const facts = OperatorFacts.parse({ company: 'Example Lotteries', email: 'post@example.in' });

describe('facts of the operator', () => {
  test('stand where a text names them', () => {
    expect(fillOperatorFacts('By {operator.company}, <{operator.email}>.', facts, 'en/a.md')).toBe(
      'By Example Lotteries, <post@example.in>.',
    );
  });

  test('a line that names an empty one is left out whole, the others stay', () => {
    expect(
      fillOperatorFacts('One.\n{operator.company}, {operator.address}\nTwo {here}.', facts, 'en/a.md'),
    ).toBe('One.\nTwo {here}.');
  });

  test('one that does not exist is refused with the name of the file', () => {
    expect(() => fillOperatorFacts('{operator.emial}', facts, 'en/a.md')).toThrow(
      'content: en/a.md: body: there is no {operator.emial}',
    );
  });
});
