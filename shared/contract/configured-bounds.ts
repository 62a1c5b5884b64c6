import { z } from 'zod';
import type { InputBounds } from '../domain/input-bounds.ts';
import { type BoundsCheck, boundedInputs } from './fields.ts';

type Checks = ReadonlyMap<string, BoundsCheck>;

/** Unwraps optional and nullable schemas, because the bounds are registered for the innermost schema. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? innermost(schema.unwrap())
    : schema;
}

function checksIn(schema: z.core.$ZodType): Checks {
  if (schema instanceof z.ZodUnion)
    return new Map(schema.options.flatMap((option: z.core.$ZodType) => [...checksIn(option)]));
  if (!(schema instanceof z.ZodObject)) return new Map();
  const fields: [string, z.core.$ZodType][] = Object.entries(schema.shape);
  return new Map(
    fields.flatMap(([name, field]) => {
      const bounded = boundedInputs.get(innermost(field));
      return bounded ? [[name, bounded.check] as const] : [];
    }),
  );
}

function isFields(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null;
}

const checksOf = new WeakMap<z.core.$ZodType, Checks>();

/**
 * Returns the fields of a request that exceed the configured bounds, each with its message key. The result is empty if
 * all fields are valid.
 * @param schema schema of the request
 * @param data the data that the schema returned
 */
export function fieldsOutOfBounds(
  schema: z.core.$ZodType,
  data: unknown,
  bounds: InputBounds,
): Record<string, string> {
  const checks = checksOf.get(schema) ?? checksIn(schema);
  checksOf.set(schema, checks);
  const wrong: Record<string, string> = {};
  if (checks.size === 0 || !isFields(data)) return wrong;
  for (const name in data) {
    const value = data[name];
    const message = typeof value === 'string' ? checks.get(name)?.(value, bounds) : undefined;
    if (message) wrong[name] = message;
  }
  return wrong;
}
