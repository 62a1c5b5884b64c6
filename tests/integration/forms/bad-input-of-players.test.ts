import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forms as declarations, formNames } from '../../../shared/forms/forms.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { formSettings } from '../../helpers/form-settings.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { formHtml, postBody, postFiles, postForm, type SentFile } from '../../helpers/page-form.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { badDocuments, sampleIdCard, samplePerson } from '../../helpers/sample-documents.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import type { TestSite } from '../../helpers/site.ts';
import { typedForms } from '../../helpers/typed-forms.ts';
import { hostileValues, refusedBodies, startUnlimitedSite, visitorForms } from './bad-bodies.ts';

let platform: TestPlatform;
let site: TestSite;
let player: FundedPlayer;
beforeAll(async () => {
  ({ platform, site } = await startUnlimitedSite());
  player = await fundedPlayer(platform, { funds: { winnings: 900_00 } });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const visitorPaths = new Set(visitorForms.map(({ path }) => path.replace(/\?.*/, '')));
/** The forms for players, each with valid input. The form that accepts only files has its own test below. */
const playerForms = formNames
  .filter((name) => name !== 'request-verification')
  .map((name) => ({ name, path: declarations[name](formSettings()).path, entries: typedForms[name] }))
  .filter(({ path }) => !visitorPaths.has(path));

const everything = () =>
  queryDatabase(
    platform.databaseUrl,
    `select a.*, (select count(*) from sessions) as sessions, (select count(*) from ledger_entries) as entries,
      (select count(*) from payments) as payments, (select count(*) from tickets) as tickets
      from accounts a where account_id = $1`,
    [player.accountId],
  );

/** Optional profile fields that accept any short text. */
const freeFields = new Set(['firstName', 'country', 'city', 'isPromotion', 'winMail', 'noticeMail']);

/** Returns bodies in which one field of a form is wrong. */
function wrongBodies(form: string, entries: Readonly<Record<string, string>>, name: string): string[] {
  const others = Object.entries(entries).filter(([other]) => other !== name);
  const isFree = form === 'profile' && freeFields.has(name);
  // The text __proto__ is a valid idempotency key.
  const isWrong = (value: string) =>
    isFree ? value.length > 4096 : name !== 'idempotencyKey' || value !== '__proto__';
  return [
    `${new URLSearchParams([...Object.entries(entries), [name, 'another']])}`,
    `${new URLSearchParams(others)}&${name}=%ff%fe`,
    ...(isFree ? [] : [`${new URLSearchParams(others)}`]),
    ...hostileValues.filter(isWrong).map((value) => `${new URLSearchParams([...others, [name, value]])}`),
  ];
}

const headersOf = () => ({ cookie: cookieHeader(sessionJar(site, player)) });

describe.each(playerForms)('POST $path of the form $name', ({ name: form, path, entries }) => {
  const names = Object.keys(entries);

  it('returns 422 for each field that is missing, doubled, hostile or not UTF-8, and changes nothing', async () => {
    const before = await everything();
    for (const name of names) {
      for (const [index, body] of wrongBodies(form, entries, name).entries()) {
        const answer = await postBody(site, path, body, headersOf());
        expect({ name, index, status: answer.status }).toEqual({ name, index, status: 422 });
        expect(answer.headers['cache-control']).toBe('private, no-store');
        expect(answer.text).not.toContain('<script>alert(1)');
        expect(answer.text).not.toContain('<img src=x');
      }
    }
    expect(await everything()).toEqual(before);
  });

  it('returns an error for a wrong body and changes nothing', async () => {
    const before = await everything();
    const empty = names.map((name) => [name, ''] as const);
    expect((await postForm(site, path, empty, headersOf())).status).toBe(422);
    const body = new URLSearchParams(entries).toString();
    expect(await refusedBodies(site, path, body, headersOf())).toEqual([415, 415, 413, 403, 403]);
    expect(await everything()).toEqual(before);
  });
});

const documents = () =>
  queryDatabase(platform.databaseUrl, 'select count(*) from identity_documents where account_id = $1', [
    player.accountId,
  ]);

describe('POST /my-accounts/identity of the form request-verification', () => {
  const { path, fields } = declarations['request-verification']();
  const card = { field: 'identity', content: sampleIdCard() };

  it('returns an error for hostile, missing and doubled files, and stores nothing', async () => {
    await player.call('accounts/updateUserDetails', samplePerson);
    const before = [await everything(), await documents()];
    const headers = { cookie: cookieHeader(sessionJar(site, player)) };
    const attempts: SentFile[][] = [[], [card, card]];
    for (const [, content] of badDocuments) attempts.push([{ field: 'identity', content }]);
    for (const { name } of fields) {
      const isRequired = name === 'identity';
      const others = isRequired ? [] : [card];
      for (const value of hostileValues.slice(0, isRequired ? undefined : 1))
        attempts.push([...others, { field: name, content: Buffer.from(value) }]);
    }
    // A hostile field name matches no field of the form, so the required file is missing.
    for (const value of hostileValues.filter((text) => text.length < 100 && !text.includes('\0')))
      attempts.push([{ field: value, content: sampleIdCard() }]);
    for (const [index, files] of attempts.entries()) {
      const { status, text } = await postFiles(site, path, files, headers);
      expect({ index, status }).toEqual({ index, status: 422 });
      expect(formHtml({ text })).toMatch(/field__error|form__alert/);
      expect(text).not.toContain('<script>alert(1)');
      expect(text).not.toContain('<img src=x');
    }
    expect([await everything(), await documents()]).toEqual(before);
  });

  it('rejects bodies that are not multipart, a body that is cut off, and a cross-site request', async () => {
    const before = [await everything(), await documents()];
    const cookie = cookieHeader(sessionJar(site, player));
    const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];
    for (const type of types)
      expect((await postBody(site, path, 'identity=x', { cookie, 'content-type': type })).status).toBe(415);
    const part = '--b\r\nContent-Disposition: form-data; name="identity"; filename="a"\r\n\r\nx';
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=b'])
      expect((await postBody(site, path, part, { cookie, 'content-type': type })).status).toBe(400);
    for (const origin of ['https://evil.example', 'null'])
      expect((await postFiles(site, path, [card], { cookie, origin })).status).toBe(403);
    const far = { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await postFiles(site, path, [card], far)).status).toBe(403);
    expect([await everything(), await documents()]).toEqual(before);
  });
});
