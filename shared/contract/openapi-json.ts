import { z } from 'zod';
import { schemaWords } from './openapi-words.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A zod schema of what travels, in JSON Schema 2020-12, which is what OpenAPI 3.1 takes. */
export const jsonSchemaOf = (schema: z.ZodType): JsonObject => {
  const {
    $schema: _,
    '~standard': __,
    ...own
  } = z.toJSONSchema(schema, { io: 'input', metadata: schemaWords });
  // Its type allows what no schema of ours holds (undefined, functions); what travels is JSON.
  const plain: JsonObject = JSON.parse(JSON.stringify(own));
  return plain;
};
