import { z } from 'zod';

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOptional(schema: z.core.$ZodType): boolean {
  return z.core.safeParse(schema, undefined).success;
}

/** Returns the names of the optional fields. A field is optional if no variant of the request requires it. */
export function optionalFieldsOf(schema: z.core.$ZodType): ReadonlySet<string> {
  const variants: readonly z.core.$ZodType[] = schema instanceof z.ZodUnion ? schema.options : [schema];
  const fields = variants.flatMap((variant): [string, z.core.$ZodType][] =>
    variant instanceof z.ZodObject ? Object.entries(variant.shape) : [],
  );
  const required = new Set(fields.filter(([, field]) => !isOptional(field)).map(([name]) => name));
  return new Set(fields.map(([name]) => name).filter((name) => !required.has(name)));
}

const known = new WeakMap<z.core.$ZodType, ReadonlySet<string>>();

/** Drops empty optional fields, because forms send '' for a field that the player left empty. */
function withoutEmptyFields(schema: z.core.$ZodType, data: Fields): Fields {
  // If no field is empty, return the request itself. Copying a request takes as much time as checking it.
  if (!Object.values(data).includes('')) return data;
  const optional = known.get(schema) ?? optionalFieldsOf(schema);
  known.set(schema, optional);
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => value !== '' || !optional.has(name)),
  );
}

/**
 * Parses the data of a call, on the site and on the platform. An optional field with the value '' counts as absent.
 * @param schema schema of the call's request
 */
export function parseRequest<S extends z.ZodType>(
  schema: S,
  data: unknown,
): z.ZodSafeParseResult<z.output<S>> {
  return schema.safeParse(isFields(data) ? withoutEmptyFields(schema, data) : data);
}
