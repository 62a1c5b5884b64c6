import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '../../shared/contract/call.ts';
import { calls, isCallName } from '../../shared/contract/calls.ts';
import { codeMeanings } from '../../shared/contract/code-meanings.ts';
import { codes } from '../../shared/contract/codes.ts';
import { codesOf, createOpenApi } from '../../shared/contract/openapi.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { gamesOf } from '../helpers/platform-games.ts';

const names = Object.keys(calls).filter(isCallName);
const text = JSON.stringify(createOpenApi());

const Text = z.record(z.string(), z.unknown());
const Body = z.object({
  content: z.object({
    'application/json': z.object({
      schema: Text,
      examples: z.record(z.string(), z.object({ value: Text })).optional(),
    }),
  }),
});
const Operation = z.object({
  operationId: z.string().regex(/^[A-Za-z]+$/),
  summary: z.string(),
  description: z.string(),
  'x-who': z.string(),
  'x-rate-class': z.string(),
  'x-codes': z.record(z.string(), z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  requestBody: Body,
  responses: z.record(z.string(), z.union([Body, z.object({ $ref: z.string() })])),
});
const Document = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.object({ post: Operation.optional(), get: Text.optional() })),
  components: z.object({ schemas: z.record(z.string(), Text), responses: z.record(z.string(), Body) }),
});
const document = Document.parse(JSON.parse(text));

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), catalogue: gamesOf('jaldi') });
});
afterAll(() => platform?.stop());

describe('GET /openapi.json', () => {
  it('needs no credentials and returns a document that caches may store for 300 s', async () => {
    const response = await fetch(`${platform.url}/openapi.json`);
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
    ]).toEqual([200, 'application/json; charset=utf-8', 'public, max-age=300']);
    expect(await response.text()).toBe(text);
    const etag = response.headers.get('etag') ?? '';
    const again = await fetch(`${platform.url}/openapi.json`, { headers: { 'if-none-match': `W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('is valid OpenAPI 3.1 without dangling references', async () => {
    const validator = new Validator();
    const found = await validator.validate(JSON.parse(text));
    expect(found).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to);
    const parts: unknown = JSON.parse(text);
    for (const to of new Set(references)) {
      const reached = to
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => Text.safeParse(at).data?.[key], parts);
      expect(reached, to).toBeDefined();
    }
  });
});

describe.each(names)('%s in the OpenAPI document', (name) => {
  const call: Call = calls[name];
  const operation = document.paths[`/api/v1/${name}`]?.post;

  it('has a summary, and states the permitted callers, the rate-limit class and the meaning of each answer code', () => {
    expect(operation).toBeDefined();
    expect(operation?.summary).not.toBe(name);
    expect([operation?.['x-who'], operation?.['x-rate-class']]).toEqual([call.who, call.rate]);
    expect(Object.keys(operation?.security[0] ?? {})).toEqual(
      call.who === 'player' ? ['apiKey', 'hash', 'session'] : ['apiKey', 'hash'],
    );
    const wanted = Object.fromEntries(codesOf(call).map((code) => [code, codeMeanings[code]]));
    expect(operation?.['x-codes']).toEqual(wanted);
    const exampleCodes = [200, 400, 401, 413, 415, 429, 503].flatMap((status) => {
      const response = operation?.responses[String(status)];
      const at = response && '$ref' in response ? (response.$ref.split('/').at(-1) ?? '') : '';
      const body = response && 'content' in response ? response : document.components.responses[at];
      return Object.keys(body?.content['application/json'].examples ?? {});
    });
    // The statuses 400, 413 and 415 share the code 10400, so duplicates are removed.
    expect([...new Set(exampleCodes)].toSorted()).toEqual(codesOf(call).toSorted());
  });

  it('has an example that the schemas of the call accept unchanged', () => {
    const example = calls[name].example;
    expect(call.request.safeParse(example.request).error).toBeUndefined();
    const response = call.response.safeParse(example.response);
    expect(response.error).toBeUndefined();
    expect(response.data).toEqual(example.response);
    expect(operation?.requestBody.content['application/json'].examples?.['request']?.value['data']).toEqual(
      example.request,
    );
    const answer = operation?.responses['200'];
    const answered = answer && 'content' in answer ? answer.content['application/json'].examples : {};
    expect(answered?.['10000']?.value).toEqual({
      success: true,
      firstCode: '10000',
      data: example.response,
    });
  });
});

it('the OpenAPI document explains each code, gives each call a unique id, and contains each endpoint that is not a call', () => {
  expect(Object.keys(codeMeanings).toSorted()).toEqual(Object.values(codes).toSorted());
  const ids = Object.values(document.paths).flatMap(({ post }) => (post ? [post.operationId] : []));
  expect(new Set(ids).size).toBe(names.length);
  const endpoints = Object.keys(document.paths).filter((path) => !document.paths[path]?.post);
  expect(endpoints.toSorted()).toEqual([
    '/api/v1/events',
    '/cms/content/{lang}/{name}.json',
    '/healthz',
    '/openapi.json',
    '/readyz',
  ]);
});

/** Returns a schema and all schemas inside it, without duplicates. */
const schemasIn = (schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): Set<z.core.$ZodType> => {
  if (seen.has(schema)) return seen;
  seen.add(schema);
  const look = (value: unknown): void => {
    if (value instanceof z.core.$ZodType) schemasIn(value, seen);
    else if (Array.isArray(value)) for (const one of value) look(one);
  };
  const {
    _zod: { def },
  } = schema;
  for (const [key, value] of Object.entries(def)) {
    if (key === 'shape') for (const one of Object.values(value)) look(one);
    else look(value);
  }
  return seen;
};
/** Returns whether the schema has a rule that JSON Schema cannot express. */
const needsDescription = ({ _zod: { def } }: z.core.$ZodType): boolean =>
  def.type === 'transform' || (def.checks ?? []).some(({ _zod: { def: check } }) => check.check === 'custom');

it.each(names)('every rule of %s that JSON Schema cannot express has a description', (name) => {
  const { request } = calls[name];
  const parts = [...schemasIn(request)];
  // The description of a Zod pipe also describes the schemas inside the pipe.
  const described = new Set<z.core.$ZodType>();
  for (const part of parts)
    if (z.globalRegistry.has(part))
      for (const own of part instanceof z.ZodPipe ? schemasIn(part) : [part]) described.add(own);
  const undescribed = parts.filter((part) => needsDescription(part) && !described.has(part));
  expect(undescribed.map((part) => z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }))).toEqual(
    [],
  );
});
