import { describe, expect, it } from 'vitest';
import {
  answeredAs,
  currentContext,
  openContext,
  runInContext,
  traceHeaders,
} from '../../../../server/trace/request-context.ts';

const id = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';
const valid = `00-${id}-${span}-01`;

const stateOf = (tracestate: string) =>
  traceHeaders(openContext({ traceparent: valid, tracestate }))['tracestate'];

describe('a valid traceparent', () => {
  it('sets the trace id of the request and of its upstream calls', () => {
    const context = openContext({ traceparent: valid });
    expect(context.id).toBe(id);
    const { traceparent = '' } = traceHeaders(context);
    expect(traceparent).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`));
    expect(traceparent).not.toContain(span);
    expect(traceHeaders(context)['traceparent']).not.toBe(traceparent);
  });

  it('is accepted in a newer version, and forwarded in version 00', () => {
    const context = openContext({ traceparent: `cc-${id}-${span}-01-what-comes-later` });
    expect(context.id).toBe(id);
    expect(traceHeaders(context)['traceparent']).toMatch(/^00-/);
  });

  it('is forwarded with no flag except `sampled`', () => {
    expect(traceHeaders(openContext({ traceparent: `00-${id}-${span}-fe` }))['traceparent']).toMatch(/-00$/);
    expect(traceHeaders(openContext({ traceparent: `00-${id}-${span}-ff` }))['traceparent']).toMatch(/-01$/);
  });
});

describe('an invalid traceparent', () => {
  it.each([
    undefined,
    '',
    'nonsense',
    valid.toUpperCase(),
    `ff-${id}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${id}-${'0'.repeat(16)}-01`,
    `00-${id}-${span}-01-more`,
    `00-${id}-${span}`,
    `${valid}, ${valid}`,
    `00-${id}\r\nx: y-${span}-01`,
    `cc-${id}-${span}-01-${'x'.repeat(300)}`,
  ])('is ignored, and the request gets a new trace id: %j', (traceparent) => {
    const context = openContext(traceparent === undefined ? {} : { traceparent, tracestate: 'a=b' });
    expect(context.id).toMatch(/^[0-9a-f]{32}$/);
    expect(context.id).not.toBe(id);
    expect(traceHeaders(context)).not.toHaveProperty('tracestate');
    expect(openContext({}).id).not.toBe(context.id);
  });
});

describe('a tracestate header', () => {
  it.each(['congo=t61rcWkgMzE', 'rojo=00f067aa0ba902b7,congo=t61', 'fw529a3039@dt=FfAX', 'a=1, ,b=2'])(
    'is forwarded if it is valid: %j',
    (state) => {
      expect(stateOf(state)).toBe(state.replaceAll(/\s*,[\s,]*/g, ','));
    },
  );

  it.each([
    'no-value',
    'Upper=1',
    'a=b\u0001',
    'a=é',
    `a=${'x'.repeat(257)}`,
    `a=${'x'.repeat(200)},b=${'x'.repeat(200)},c=${'x'.repeat(200)}`,
    Array.from({ length: 33 }, (_, index) => `k${index}=v`).join(','),
  ])('is dropped if it is invalid: %j', (state) => {
    expect(stateOf(state)).toBeUndefined();
  });
});

describe('the trace context outside a request', () => {
  it('starts a new trace for each upstream call', () => {
    expect(currentContext()).toBeUndefined();
    expect(traceHeaders()['traceparent']).not.toBe(traceHeaders()['traceparent']);
    expect(() => answeredAs('none', 'page')).not.toThrow();
  });
});

it('the metrics labels of one request do not affect concurrent requests', async () => {
  const [one, other] = [openContext({}), openContext({})];
  await Promise.all([
    runInContext(one, async () => {
      await new Promise(setImmediate);
      answeredAs('miss-stored', 'page');
    }),
    runInContext(other, async () => {
      answeredAs('refused');
      await new Promise(setImmediate);
    }),
  ]);
  expect(one).toMatchObject({ route: 'page', cache: 'miss-stored' });
  expect(other).toMatchObject({ route: 'file', cache: 'refused' });
});
