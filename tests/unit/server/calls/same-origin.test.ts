import { expect, it } from 'vitest';
import { isJson, isSameOrigin } from '../../../../server/calls/same-origin.ts';

it.each([
  ['http://localhost:3000', 'localhost:3000', true],
  ['http://LOCALHOST:3000', 'localhost:3000', true],
  ['http://127.0.0.1:3000', '127.0.0.1:3000', true],
  ['http://127.9.9.9', '127.9.9.9', true],
  ['http://[::1]:3000', '[::1]:3000', true],
  ['http://localhost:3000', '127.0.0.1:3000', false],
  ['http://localhost:3001', 'localhost:3000', false],
  ['https://localhost:3000', 'localhost:3000', false],
  ['http://localhost.evil.example', 'localhost.evil.example', false],
  ['http://evil.example', 'evil.example', false],
  ['http://127.0.0.1.evil.example', '127.0.0.1.evil.example', false],
  ['http://10.0.0.1', '10.0.0.1', false],
  ['null', 'localhost:3000', false],
  ['', '', false],
])('isSameOrigin without a public origin returns for Origin %s and Host %s: %s', (origin, host, expected) => {
  expect(isSameOrigin({ origin, host }, null)).toBe(expected);
});

it('isSameOrigin rejects any Origin or Sec-Fetch-Site header that is not same-origin', () => {
  const site = 'https://lotto.example';
  for (const [headers, expected] of [
    [{}, true],
    [{ origin: site }, true],
    [{ origin: site, 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: site, 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, false],
    [{ origin: `${site}, ${site}` }, false],
  ] as const)
    expect(isSameOrigin({ host: 'lotto.example', ...headers }, site), JSON.stringify(headers)).toBe(expected);
});

it.each([
  ['application/json', true],
  ['Application/JSON; charset=UTF-8', true],
  ['application/json;charset="utf-8"', true],
  ['application/json; charset=utf-16', false],
  ['application/json; boundary=x', false],
  ['application/jsonp', false],
  ['text/plain; application/json', false],
  ['text/plain', false],
  ['multipart/form-data', false],
  [undefined, false],
])('isJson for Content-Type %s returns %s', (type, expected) => {
  expect(isJson(type === undefined ? {} : { 'content-type': type })).toBe(expected);
});
