import { ContentName, ContentPage } from './content.ts';
import { ResultEvent } from './events.ts';
import { type Json, type JsonObject, jsonSchemaOf } from './openapi-json.ts';

const keys = [{ apiKey: [], hash: [] }];
const open: readonly Json[] = [];
const json = (schema: Json, example: Json): JsonObject => ({ 'application/json': { schema, example } });
const health = (summary: string, well: string, ill?: string): JsonObject => ({
  get: {
    tags: ['doors'],
    summary,
    security: open,
    responses: {
      200: {
        description: 'Well.',
        content: json({ type: 'object', properties: { status: { const: well } } }, { status: well }),
      },
      ...(ill === undefined
        ? {}
        : {
            503: {
              description: 'Not yet, or not now.',
              content: json(
                { type: 'object', properties: { status: { const: ill }, reason: { type: 'string' } } },
                { status: ill, reason: 'starting' },
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
        yoast_head_json: { title: 'About us', description: 'Who holds the draws.' },
      },
    ],
  },
} satisfies ContentPage;

/** What is no call. @param refusal what a caller is answered who is not known */
export const otherPaths = (refusal: JsonObject): JsonObject => ({
  '/cms/content/{lang}/{name}.json': {
    get: {
      tags: ['doors'],
      summary: 'A page of the content host; a list page holds its items after itself.',
      security: keys,
      parameters: [
        { name: 'lang', in: 'path', required: true, schema: { type: 'string', pattern: '^[a-z]{2}$' } },
        {
          name: 'name',
          in: 'path',
          required: true,
          schema: { ...jsonSchemaOf(ContentName), description: 'Case does not matter.' },
        },
        { name: 'if-none-match', in: 'header', schema: { type: 'string' } },
      ],
      responses: {
        200: { description: 'The page.', content: json(jsonSchemaOf(ContentPage), page) },
        304: { description: 'The page is still the one of that ETag.' },
        401: refusal,
        404: {
          description: 'There is no such page.',
          content: json(jsonSchemaOf(ContentPage), { isSuccess: false, cmsData: { jsonData: [] } }),
        },
      },
    },
  },
  '/api/v1/events': {
    get: {
      tags: ['doors'],
      summary: 'New results as they are published, as server-sent events.',
      description:
        '`event: result` with a growing id and, as its data, JSON of the schema `x-event`. After Last-Event-ID what was missed comes first; `event: reset` says that it was too much, and that everything is to be read anew. A comment comes every 15 seconds.',
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
  '/healthz': health('Whether the process lives.', 'ok'),
  '/readyz': health('Whether calls can be answered.', 'ready', 'not ready'),
  '/openapi.json': {
    get: {
      tags: ['doors'],
      summary: 'This document.',
      security: open,
      responses: {
        200: { description: 'This document.', content: json({ type: 'object' }, { openapi: '3.1.0' }) },
      },
    },
  },
});
