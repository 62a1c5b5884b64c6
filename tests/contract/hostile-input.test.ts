import { request as httpRequest, type IncomingMessage } from 'node:http';
import { sql } from 'drizzle-orm';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '../../shared/contract/call.ts';
import { type CallName, calls, isCallName } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import { codesOf } from '../../shared/contract/openapi.ts';
import { jsonSchemaOf } from '../../shared/contract/openapi-json.ts';
import { hostileTexts, longText, mayBeNull, tower, wrongFor } from '../helpers/hostile-values.ts';
import { authHeaders, startPlatform, type TestPlatform, testKeys } from '../helpers/platform.ts';
import { gamesOf } from '../helpers/platform-games.ts';
import { createPlayer, type TestPlayer } from '../helpers/player.ts';
import { type Data, mayBeEmpty, mayBeMissing, validRequests, without } from './valid-requests.ts';

let platform: TestPlatform;
let player: TestPlayer;
let pool: Pool;
/** The state of the database after the last test that has checked it. */
let state: unknown;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), catalogue: gamesOf('jaldi') });
  player = await createPlayer(platform, { country_code: '+91', mobile_no: '9876543210' });
  // Run the periodic cleanup now, so that it has nothing left to change between two digests of the database.
  await platform.deps.housekeeping.run();
  pool = new Pool(platform.url, { connections: 8 });
  state = await databaseState();
});
afterAll(async () => {
  await pool?.close();
  await platform?.stop();
});

const names = Object.keys(calls).filter(isCallName);

interface Answered {
  status: number;
  firstCode: string;
  fields: string[];
}
const headers = (): Record<string, string> => ({
  'content-type': 'application/json',
  'x-player-address': '192.0.2.1',
  ...authHeaders,
  authorization: `Bearer ${player.token}`,
});
const envelope = { ucid: testKeys.ucid, channel: 2, device_type: 'DESKTOP', app_type: 'WEB' };
const wrap = (data: unknown): string => JSON.stringify({ ...envelope, data });
/** Returns the JSON of a request whose `data` is the given text, unchanged. */
const wrapRaw = (data: string): string => wrap(null).replace(/"data":null/, () => `"data":${data}`);
const ask = async (name: CallName, body: string): Promise<Answered> => {
  const response = await pool.request({ method: 'POST', path: `/api/v1/${name}`, headers: headers(), body });
  const text = await response.body.text();
  const answer: { firstCode?: string; data?: { fields?: Data } } = JSON.parse(text);
  const { firstCode = '', data } = answer;
  return { status: response.statusCode, firstCode, fields: Object.keys(data?.fields ?? {}) };
};

const digestOf = (table: string): string =>
  table === 'sessions'
    ? `select '${table}' as name, count(*)::text as rows from ${table}`
    : `select '${table}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as rows from ${table} t`;
let digests: string | undefined;
/**
 * Returns a digest of the rows of each database table. For the table `sessions`, it returns only the number of rows,
 * because every call changes the time at which a session was last used.
 */
const databaseState = async (): Promise<unknown> => {
  const { db } = platform.deps.database;
  if (digests === undefined) {
    const { rows } = await db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    digests = rows.map(({ name }) => digestOf(name)).join(' union all ');
  }
  return (await db.execute(sql.raw(digests))).rows;
};

interface Case {
  what: string;
  body: string;
  /** Name of the field that the answer must report. */
  field?: string;
  status?: number;
}

/** Returns the maximum size of a call's request body, in bytes. */
const longestBodyOf = (name: CallName): number => {
  const { longestBodyBytes = 64 * 1024 }: Call = calls[name];
  return longestBodyBytes;
};

/** Returns requests that are invalid regardless of the platform's data. */
const wrongRequests = (name: CallName): Case[] => {
  const cases: Case[] = [];
  const add = (what: string, body: string, field?: string, status = 400) =>
    cases.push({ what, body, status, ...(field === undefined ? {} : { field }) });
  for (const good of validRequests(name)) {
    const member = JSON.stringify(good).slice(1, -1);
    const more = member === '' ? '' : `,${member}`;
    for (const [field, value] of Object.entries(good)) {
      for (const wrong of wrongFor(value))
        if ((wrong !== '' || !mayBeEmpty(name, field)) && (wrong !== null || !mayBeNull(name, field)))
          add(`${field} ${JSON.stringify(wrong).slice(0, 20)}`, wrap({ ...good, [field]: wrong }), field);
      if (!mayBeMissing(name, field)) add(`no ${field}`, wrap(without(good, field)), field);
      // JSON.parse keeps the last value of a duplicate key, so the platform must check the last value.
      add(`${field} twice`, wrapRaw(`{${member},${JSON.stringify(field)}:{}}`), field);
    }
    add('an unknown field', wrap({ ...good, isAdmin: true }), 'isAdmin');
    add('a field with a long name', wrap({ ...good, [longText]: 1 }), longText.slice(0, 64));
    add('__proto__', wrapRaw(`{"__proto__":{"isAdmin":true}${more}}`));
    add('constructor', wrapRaw(`{"constructor":{"prototype":{"isAdmin":true}}${more}}`));
    add('__proto__ within', wrapRaw(`{"a":{"__proto__":1}${more}}`));
    add('a body that is too long', wrapRaw(`{"a":"${'x'.repeat(longestBodyOf(name))}"}`), undefined, 413);
  }
  for (const data of ['null', '[]', '"x"', '7', 'true', '[{}]', '{', '', tower(1000), tower(5000)])
    add(`data ${data.slice(0, 12)}`, wrapRaw(data));
  return cases;
};

/** Declares a body that is too long, but sends only its first bytes. Returns the status of the answer. */
const announceLongBody = (name: CallName): Promise<number> =>
  new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      new URL(`/api/v1/${name}`, platform.url),
      { method: 'POST', headers: { ...headers(), 'content-length': String(longestBodyOf(name) + 1) } },
      (incoming: IncomingMessage) => {
        resolve(incoming.statusCode ?? 0);
        incoming.resume();
        outgoing.destroy();
      },
    );
    outgoing.on('error', reject);
    outgoing.write('{"data":"');
  });

const isRefused = ({ field, status }: Case, { status: actual, firstCode, fields }: Answered) =>
  actual === status &&
  firstCode === codes.fieldWrong &&
  fields.length > 0 &&
  (field === undefined || fields.some((one) => one === field || one.startsWith(`${field}.`)));

describe.each(names)('the platform call %s', (name) => {
  it('rejects malformed requests, names the invalid field, and changes no data', async () => {
    const before = state;
    const cases = wrongRequests(name);
    const answers = await Promise.all(cases.map(({ body }) => ask(name, body)));
    const wrong = cases.flatMap((one, index) => {
      const answer = answers[index];
      return answer && isRefused(one, answer) ? [] : [[one.what, answer]];
    });
    expect(wrong).toEqual([]);
    expect(await announceLongBody(name)).toBe(413);
    state = await databaseState();
    expect(state).toEqual(before);
  });
});

/**
 * Number of hostile texts that are tried in a password field. The number is small, because hashing is slow, and the
 * platform hashes each text that the field accepts.
 */
const fewTexts = 2;

it.each(names)(
  'the platform call %s answers hostile texts with a declared code other than 15500 (technical problem)',
  async (name) => {
    const call: Call = calls[name];
    const known = new Set<string>(codesOf(call));
    const failures: unknown[] = [];
    const tryIt = async (data: Data, field: string): Promise<void> => {
      const { status, firstCode } = await ask(name, wrap(data));
      if (status >= 500 || firstCode === codes.technicalIssue || !known.has(firstCode))
        failures.push([field, data[field], status, firstCode]);
    };
    for (const good of validRequests(name))
      for (const [field, value] of Object.entries(good)) {
        const { success: isHashed } = call.request.safeParse({ ...good, [field]: hostileTexts[0] });
        const texts = 'password' in good && isHashed ? hostileTexts.slice(0, fewTexts) : hostileTexts;
        if (typeof value === 'string')
          for (const text of texts) await tryIt({ ...good, [field]: text }, field);
        if (Array.isArray(value))
          for (const text of texts)
            for (const one of [text, [text], { number: text }, { digits: text, play: 'box' }])
              await tryIt({ ...good, [field]: [one] }, field);
      }
    expect(failures).toEqual([]);
  },
);

/**
 * Returns one copy of a request for each string that the request contains. In each copy, `text` replaces one string.
 * `name` is the field that contains the replaced string.
 */
const withText = (value: unknown, text: string, name = ''): { name: string; changed: unknown }[] => {
  if (typeof value === 'string') return [{ name, changed: text }];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    withText(inner, text, name === '' ? key : name).map((one) => {
      const copy: Data | unknown[] = Array.isArray(value) ? [...value] : { ...value };
      Object.assign(copy, { [key]: one.changed });
      return { name: one.name, changed: copy };
    }),
  );
};

it.each(names)(
  'the platform call %s answers 10400 and names the field if any text contains a control character',
  async (name) => {
    const wrong: unknown[] = [];
    for (const good of validRequests(name))
      for (const text of ['a\u0000', 'a\u001bb', 'a\u007fb', 'a\u0085b'])
        for (const { name: field, changed } of withText(good, text)) {
          const answer = await ask(name, wrap(changed));
          if (!isRefused({ what: field, body: '', field, status: 400 }, answer))
            wrong.push([field, text, answer]);
        }
    expect(wrong).toEqual([]);
  },
);

it('the platform rejects a body of 10 MB with 413', async () => {
  const chunk = 'x'.repeat(100_000);
  const answered = await fetch(`${platform.url}/api/v1/common-search`, {
    method: 'POST',
    headers: headers(),
    body: `{"data":"${chunk.repeat(100)}"}`,
  }).then(
    ({ status }) => status,
    // A failed request counts as a 413, because the platform may close the connection before the body has arrived.
    () => 413,
  );
  expect(answered).toBe(413);
});

const Shape = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  anyOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
});
/** Returns the fields of a schema, including the fields of all alternatives (`anyOf`, `oneOf`). */
const fieldsOf = (schema: unknown): string[] => {
  const { properties, anyOf, oneOf } = Shape.parse(schema);
  return Object.keys(properties).concat([...anyOf, ...oneOf].flatMap(fieldsOf));
};

it.each(names)('the hostile-input test covers every field of %s', (name) => {
  const covered = new Set(validRequests(name).flatMap((good) => Object.keys(good)));
  const missing = fieldsOf(jsonSchemaOf(calls[name].request)).filter((field) => !covered.has(field));
  // This call accepts a username, an e-mail address or a mobile number. The test omits the e-mail address.
  expect(name === 'accounts/checkUserDetails' ? [] : missing).toEqual([]);
});
