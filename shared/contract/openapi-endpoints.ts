import { ContentName, ContentPage } from './content.ts';
import { ResultEvent } from './events.ts';
import { type Json, type JsonObject, jsonSchemaOf } from './openapi-json.ts';

const keys = [{ apiKey: [], hash: [] }, { signature: [] }];
const open: readonly Json[] = [];
const json = (schema: Json, example: Json): JsonObject => ({ 'application/json': { schema, example } });
const health = (summary: string, healthy: string, unhealthy?: string): JsonObject => ({
  get: {
    tags: ['endpoints'],
    summary,
    security: open,
    responses: {
      200: {
        description: 'Healthy.',
        content: json({ type: 'object', properties: { status: { const: healthy } } }, { status: healthy }),
      },
      ...(unhealthy === undefined
        ? {}
        : {
            503: {
              description: 'Starting, or not able to answer.',
              content: json(
                { type: 'object', properties: { status: { const: unhealthy }, reason: { type: 'string' } } },
                { status: unhealthy, reason: 'starting' },
              ),
            },
          }),
    },
  },
});

const page = {
  isSuccess: true,
  cmsData: {
    jsonData: [
      {
        slug: 'aboutus',
        title: { rendered: 'About us' },
        content: { rendered: '<p>Golden Lotto holds seven games.</p>' },
        yoast_head_json: { title: 'About us', description: 'Who runs the draws.' },
      },
    ],
  },
} satisfies ContentPage;

/**
 * The platform's endpoints that are not calls.
 * @param refusal the answer to wrong credentials
 */
export const otherEndpoints = (refusal: JsonObject): JsonObject => ({
  '/cms/content/{lang}/{name}.json': {
    get: {
      tags: ['endpoints'],
      summary: 'A page of the content host; a list page contains itself first, then its items.',
      security: keys,
      parameters: [
        { name: 'lang', in: 'path', required: true, schema: { type: 'string', pattern: '^[a-z]{2}$' } },
        {
          name: 'name',
          in: 'path',
          required: true,
          schema: { ...jsonSchemaOf(ContentName), description: 'Case is ignored.' },
        },
        { name: 'if-none-match', in: 'header', schema: { type: 'string' } },
      ],
      responses: {
        200: { description: 'The page.', content: json(jsonSchemaOf(ContentPage), page) },
        304: { description: 'The page has not changed since that ETag.' },
        401: refusal,
        404: {
          description: 'The page does not exist.',
          content: json(jsonSchemaOf(ContentPage), { isSuccess: false, cmsData: { jsonData: [] } }),
        },
      },
    },
  },
  '/api/v1/events': {
    get: {
      tags: ['endpoints'],
      summary: 'Newly published results, as server-sent events.',
      description:
        '`event: result` has an increasing id, and as data JSON of the schema `x-event`. After Last-Event-ID the missed events are sent first; `event: reset` replaces them if they are too many, and the client must read everything again. A comment is sent every 15 seconds.',
      security: keys,
      parameters: [
        { name: 'last-event-id', in: 'header', schema: { type: 'string', pattern: '^\\d{1,15}$' } },
      ],
      'x-event': jsonSchemaOf(ResultEvent),
      responses: {
        200: {
          description: 'The stream.',
          content: {
            'text/event-stream': {
              schema: { type: 'string' },
              example: ': new results, as they are published\nretry: 2000\n\n',
            },
          },
        },
        401: refusal,
      },
    },
  },
  '/healthz': health('Answers while the process runs.', 'ok'),
  '/readyz': health('Answers ready while calls can be answered.', 'ready', 'not ready'),
  '/openapi.json': {
    get: {
      tags: ['endpoints'],
      summary: 'This document.',
      security: open,
      responses: {
        200: { description: 'This document.', content: json({ type: 'object' }, { openapi: '3.1.0' }) },
      },
    },
  },
});
