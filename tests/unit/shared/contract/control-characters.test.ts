import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls, isCallName } from '../../../../shared/contract/calls.ts';

/**
 * Returns the path and schema of each text field in a request. For a field that is transformed, the schema is that of
 * the input.
 */
function textsIn(schema: z.core.$ZodType, path: string): [string, z.core.$ZodType][] {
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return [[path, schema]];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return textsIn(schema.unwrap(), path);
  if (schema instanceof z.ZodPipe) return textsIn(schema.in, path);
  if (schema instanceof z.ZodArray) return textsIn(schema.element, `${path}[]`);
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option: z.core.$ZodType) => textsIn(option, path));
  if (schema instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, field]) =>
      textsIn(field, path === '' ? name : `${path}.${name}`),
    );
  if (schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean) return [];
  if (schema instanceof z.ZodLiteral || schema instanceof z.ZodEnum) return [];
  throw new Error(`this test does not know the schema of ${path}`);
}

/** The control characters C0, DEL and C1. */
const controlCharacters = Array.from({ length: 0xa0 }, (_none, code) => String.fromCodePoint(code)).filter(
  (character) => /\p{Cc}/u.test(character),
);
/** Multi-line fields, which may contain line breaks and tabs. */
const ofSeveralLines = new Set(['message']);
const layout = new Set(['\n', '\r', '\t']);

describe.each(Object.keys(calls).filter(isCallName))('the request schema of %s', (name) => {
  it('rejects control characters in every text field, except line breaks and tabs in a message', () => {
    const accepted = textsIn(calls[name].request, '').flatMap(([path, schema]) =>
      controlCharacters
        .filter((character) => !(ofSeveralLines.has(path) && layout.has(character)))
        .filter((character) => z.safeParse(schema, `aaaaaa${character}aaaaaa`).success)
        .map((character) => `${path} U+${character.charCodeAt(0).toString(16)}`),
    );
    expect(accepted).toEqual([]);
  });
});
