import { expect, test } from 'vitest';
import { OptionsError, readOptions } from '../../../bench/options.ts';
import { longestPlan, usualPlan } from '../../../bench/remote-plan.ts';

const scenarios = ['herd', 'mix'];
const read = (line: string) => readOptions(line.split(' ').filter(Boolean), scenarios);

test('readOptions of the bench selects every scenario by default', () => {
  expect(read('')).toEqual({ kind: 'whole' });
});

test('readOptions of the bench selects scenarios by name and rejects unknown names', () => {
  expect(read('--only mix,herd')).toEqual({ kind: 'only', names: ['mix', 'herd'] });
  expect(() => read('--only mix,hurd')).toThrow('herd, mix');
  expect(() => read('--only ,')).toThrow(OptionsError);
});

test('readOptions of the bench reads the URL of a running site and an optional load plan', () => {
  expect(read('--url https://lotto.example')).toEqual({
    kind: 'remote',
    origin: 'https://lotto.example',
    plan: usualPlan,
  });
  expect(read('--url http://127.0.0.1:3000/ --requests 500 --connections 2 --seconds 5')).toMatchObject({
    origin: 'http://127.0.0.1:3000',
    plan: { requests: 500, connections: 2, seconds: 5 },
  });
});

test.for([
  '--url https://lotto.example/results',
  '--url https://lotto.example/?x=1',
  '--url ftp://lotto.example',
  '--url https://user:word@lotto.example',
  '--url lotto.example',
  '--url https://lotto.example --requests 0',
  '--url https://lotto.example --requests 1.5',
  '--url https://lotto.example --requests all',
  `--url https://lotto.example --connections ${longestPlan.connections + 1}`,
  `--url https://lotto.example --seconds ${longestPlan.seconds + 1}`,
  '--url https://lotto.example --only herd',
  '--requests 5',
  '--fast',
  'herd',
])('readOptions of the bench rejects invalid arguments with an OptionsError: %s', (line) => {
  expect(() => read(line)).toThrow(OptionsError);
});
