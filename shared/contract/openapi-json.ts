import { z } from 'zod';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Converts a zod schema to JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export const jsonSchemaOf = (schema: z.ZodType): JsonObject => {
  const { $schema: _, '~standard': __, ...own } = z.toJSONSchema(schema, { io: 'input' });
  // The JSON round trip yields plain JSON. The type that zod returns also allows undefined and functions.
  const plain: JsonObject = JSON.parse(JSON.stringify(own));
  return plain;
};
