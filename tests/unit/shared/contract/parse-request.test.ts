import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '../../../../shared/contract/call.ts';
import { type CallName, calls, isCallName } from '../../../../shared/contract/calls.ts';
import { optionalFieldsOf, parseRequest } from '../../../../shared/contract/parse-request.ts';

const withOptional = Object.keys(calls)
  .filter(isCallName)
  .flatMap((name) =>
    [...optionalFieldsOf(calls[name].request)].map((field): [CallName, string] => [name, field]),
  );

describe('parseRequest', () => {
  it('is tested with more than 40 optional fields, including the promo code of a sign-up', () => {
    expect(withOptional.length).toBeGreaterThan(40);
    expect(withOptional).toContainEqual(['accounts/signup', 'promoCode']);
    expect(withOptional).not.toContainEqual(['accounts/signup', 'username']);
  });

  it.each(withOptional)('treats an empty optional field as missing: call %s, field %s', (name, field) => {
    const call: Call = calls[name];
    const example: Record<string, unknown> = Object.assign({}, call.example.request);
    const { [field]: _, ...without } = example;
    const expected = call.request.safeParse(without);
    const parsed = parseRequest(call.request, { ...without, [field]: '' });
    expect([parsed.success, parsed.data]).toEqual([expected.success, expected.data]);
  });

  it('keeps an empty field if a variant of the request requires it', () => {
    const schema = z.union([
      z.strictObject({ kind: z.literal(1), name: z.string().min(1) }),
      z.strictObject({ kind: z.literal(2), name: z.string().optional(), note: z.string().min(1).optional() }),
    ]);
    expect(parseRequest(schema, { kind: 1, name: '' }).success).toBe(false);
    expect(parseRequest(schema, { kind: 2, name: 'a', note: '' }).data).toEqual({ kind: 2, name: 'a' });
  });

  it('rejects unknown fields and data that is not an object', () => {
    const schema = z.strictObject({ note: z.string().optional() });
    for (const data of [null, [], '', 7, { other: '' }, JSON.parse('{"__proto__":""}')])
      expect(parseRequest(schema, data).success).toBe(false);
  });
});
