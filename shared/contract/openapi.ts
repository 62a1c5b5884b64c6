import type { Call, SessionEffect } from './call.ts';
import { type CallName, calls } from './calls.ts';
import { codeMeanings } from './code-meanings.ts';
import { type Code, codes } from './codes.ts';
import { Envelope } from './envelope.ts';
import { otherEndpoints } from './openapi-endpoints.ts';
import { type Json, type JsonObject, jsonSchemaOf } from './openapi-json.ts';
import { reasonExampleOf, reasonSchemaOf } from './refusal-reasons.ts';

const json = (schema: Json, named: Json): JsonObject => ({
  'application/json': { schema, examples: named },
});
const ref = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });

/** Slashes are replaced, because component names of OpenAPI must not contain them. */
const componentOf = (name: string, part: 'request' | 'data'): string =>
  `${name.replaceAll('/', '.')}.${part}`;

const reasonIn = (code: Code): JsonObject => {
  const reason = reasonExampleOf(code);
  return reason === null ? {} : { data: { ...reason } };
};
/** Returns the schema of `data` in failures. Only some codes have `data`. */
const failureDataOf = (some: readonly Code[]): JsonObject => {
  const schemas = [
    ...(some.includes(codes.fieldWrong) ? [ref('schemas', 'wrongFields')] : []),
    ...some.flatMap((code) => {
      const schema = reasonSchemaOf(code);
      return schema ? [{ ...jsonSchemaOf(schema), title: code }] : [];
    }),
  ];
  const [only] = schemas;
  if (!only) return {};
  return { data: schemas.length === 1 ? only : { oneOf: schemas } };
};
const refusalOf = (code: Code): JsonObject => ({
  success: false,
  firstCode: code,
  ...(code === codes.fieldWrong ? { data: { fields: { username: 'enter_valid_username' } } } : {}),
  ...reasonIn(code),
});
const exampleOf = (code: Code): JsonObject => ({ summary: codeMeanings[code], value: refusalOf(code) });
const failureSchema = (some: readonly Code[]): JsonObject => ({
  type: 'object',
  properties: {
    success: { const: false },
    firstCode: { enum: some, description: some.map((code) => `${code}: ${codeMeanings[code]}`).join(' ') },
    ...failureDataOf(some),
  },
  required: ['success', 'firstCode'],
});
const refusal = (description: string, ...some: Code[]): JsonObject => ({
  description,
  content: json(failureSchema(some), Object.fromEntries(some.map((code) => [code, exampleOf(code)]))),
});

/** Failure responses that several calls share. */
const commonResponses = {
  wrongFields: refusal('A field is wrong.', codes.fieldWrong),
  badCredentials: refusal('The credentials are wrong.', codes.apiKeyWrong),
  noSession: refusal(
    'The credentials are wrong, or there is no session.',
    codes.apiKeyWrong,
    codes.sessionExpired,
  ),
  tooLarge: refusal('The body is larger than 64 kB.', codes.fieldWrong),
  notJson: refusal('The content type is not JSON.', codes.fieldWrong),
  tooMany: refusal('Too many attempts.', codes.tooManyTries),
  technicalIssue: refusal('The platform cannot answer now.', codes.technicalIssue),
} as const satisfies Record<string, JsonObject>;
const common = (name: keyof typeof commonResponses): JsonObject => ref('responses', name);

const whoTexts: Readonly<Record<Call['who'], string>> = {
  anyone: 'For visitors and players.',
  visitor: 'For visitors, without a session.',
  player: 'For players, with the bearer token of a session.',
};
const sessionTexts = {
  opens: 'Opens a session: `userData.authToken` of the answer is the bearer token of later calls.',
  closes: 'Ends the session.',
} as const satisfies Partial<Record<SessionEffect, string>>;
const sessionTextOf = ({ session }: Call): string =>
  session === 'opens' || session === 'closes' ? sessionTexts[session] : '';

/**
 * Returns every code that a call can answer with. These are the call's own codes, the common codes of all calls, and
 * 15107 for a call that only players may make.
 */
export const codesOf = (call: Call): readonly Code[] => [
  codes.ok,
  ...call.codes,
  codes.fieldWrong,
  codes.apiKeyWrong,
  ...(call.who === 'player' ? [codes.sessionExpired] : []),
  codes.tooManyTries,
  codes.technicalIssue,
];

const descriptionOf = (call: Call): string =>
  [
    whoTexts[call.who],
    sessionTextOf(call),
    call.read ? 'The answer is the same for everyone, and the site caches it.' : '',
    `Rate class: ${call.rate}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');

/** The site authenticates in one of two ways: with API key and hash, or with a signature. */
const siteSecurity = [{ apiKey: [], hash: [] }, { signature: [] }];

const signatureParameters = ['keyId', 'timestamp', 'nonce', 'signature', 'playerAddress'].map((name) =>
  ref('parameters', name),
);

const operationOf = (name: CallName): JsonObject => {
  const call: Call = calls[name];
  const { example } = call;
  const envelope = { ucid: 'golden_lotto', channel: 2, device_type: 'DESKTOP', app_type: 'WEB' };
  const sent: Json = JSON.parse(JSON.stringify({ ...envelope, data: example.request }));
  const answered: Json = JSON.parse(
    JSON.stringify({ success: true, firstCode: codes.ok, data: example.response }),
  );
  const success: JsonObject = {
    type: 'object',
    properties: {
      success: { const: true },
      firstCode: { const: codes.ok },
      data: ref('schemas', componentOf(name, 'data')),
    },
    required: ['success', 'firstCode', 'data'],
  };
  return {
    operationId: name.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [call.read ? 'reads' : call.who],
    summary: call.summary,
    description: descriptionOf(call),
    'x-who': call.who,
    'x-rate-class': call.rate,
    'x-codes': Object.fromEntries(codesOf(call).map((code) => [code, codeMeanings[code]])),
    security:
      call.who === 'player'
        ? [
            { apiKey: [], hash: [], session: [] },
            { signature: [], session: [] },
          ]
        : siteSecurity,
    parameters: signatureParameters,
    requestBody: {
      required: true,
      content: json(
        {
          allOf: [
            ref('schemas', 'envelope'),
            {
              type: 'object',
              properties: { data: ref('schemas', componentOf(name, 'request')) },
              required: ['data'],
            },
          ],
        },
        { request: { value: sent } },
      ),
    },
    responses: {
      200: {
        description: 'Success, or a failure that the player can resolve.',
        content: json(call.codes.length === 0 ? success : { oneOf: [success, failureSchema(call.codes)] }, {
          [codes.ok]: { summary: codeMeanings[codes.ok], value: answered },
          ...Object.fromEntries(call.codes.map((code) => [code, exampleOf(code)])),
        }),
      },
      400: common('wrongFields'),
      401: common(call.who === 'player' ? 'noSession' : 'badCredentials'),
      413: common('tooLarge'),
      415: common('notJson'),
      429: common('tooMany'),
      503: common('technicalIssue'),
    },
  };
};

const header = (name: string, description: string, schema: Json, required = false): JsonObject => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const components = (names: readonly CallName[]): JsonObject => ({
  securitySchemes: {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
      description: 'The site’s PLATFORM_API_KEY; only with PLATFORM_SIGNING=static.',
    },
    hash: {
      type: 'apiKey',
      in: 'header',
      name: 'x-hash',
      description: 'The site’s PLATFORM_HASH; only with PLATFORM_SIGNING=static.',
    },
    signature: {
      type: 'apiKey',
      in: 'header',
      name: 'x-signature',
      description: 'Only with PLATFORM_SIGNING=hmac.',
    },
    session: {
      type: 'http',
      scheme: 'bearer',
      description: 'The `authToken` from the answer that opened the session.',
    },
  },
  parameters: {
    keyId: header(
      'x-key-id',
      'Only with PLATFORM_SIGNING=hmac: the first 16 hex digits of SHA-256 over the API key.',
      { type: 'string', pattern: '^[0-9a-f]{16}$' },
    ),
    nonce: header('x-nonce', 'Only with PLATFORM_SIGNING=hmac: new for each request.', {
      type: 'string',
      format: 'uuid',
    }),
    timestamp: header('x-timestamp', 'Unix time in milliseconds; only with PLATFORM_SIGNING=hmac.', {
      type: 'string',
      pattern: '^\\d{13}$',
    }),
    signature: header(
      'x-signature',
      'Only with PLATFORM_SIGNING=hmac: hex HMAC-SHA256, keyed with the hash, over the lines that docs/platform-api.md lists.',
      { type: 'string', pattern: '^[0-9a-f]{64}$' },
    ),
    playerAddress: header('x-player-address', 'The player’s IP address, only for rate limits.', {
      type: 'string',
      maxLength: 64,
    }),
  },
  responses: commonResponses,
  schemas: {
    envelope: { ...jsonSchemaOf(Envelope), description: 'The fields that the site adds to `data`.' },
    wrongFields: {
      type: 'object',
      properties: {
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Each wrong field (a dotted path) with the key of its message.',
        },
      },
      required: ['fields'],
    },
    ...Object.fromEntries(
      names.flatMap((name) => [
        [componentOf(name, 'request'), jsonSchemaOf(calls[name].request)],
        [componentOf(name, 'data'), jsonSchemaOf(calls[name].response)],
      ]),
    ),
  },
});

const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);

/**
 * Creates the OpenAPI 3.1 document of the contract: all calls, and the platform's other endpoints. This takes about
 * 50 ms.
 */
export const createOpenApi = (): JsonObject => {
  const names = Object.keys(calls).filter(isCallName);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Golden Lotto platform',
      version: '1.0.0',
      description:
        'The API that the site expects of a platform. Each call is a POST of a JSON envelope; answers have `success` and `firstCode`. See docs/platform-api.md.',
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'reads', description: 'The same for everyone; the site caches the answers.' },
      { name: 'anyone', description: 'For visitors and players.' },
      { name: 'visitor', description: 'For clients without a session.' },
      { name: 'player', description: 'For clients with a session.' },
      { name: 'endpoints', description: 'Endpoints besides calls.' },
    ],
    paths: {
      ...Object.fromEntries(names.map((name) => [`/api/v1/${name}`, { post: operationOf(name) }])),
      ...otherEndpoints(refusal('The credentials are wrong.', codes.apiKeyWrong)),
    },
    components: components(names),
  };
};
