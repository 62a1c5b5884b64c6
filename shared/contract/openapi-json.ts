import { z } from 'zod';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A zod schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export const jsonSchemaOf = (schema: z.ZodType): JsonObject => {
  const { $schema: _, '~standard': __, ...own } = z.toJSONSchema(schema, { io: 'input' });
  // zod's type also allows undefined and functions, which no schema here contains.
  const plain: JsonObject = JSON.parse(JSON.stringify(own));
  return plain;
};
