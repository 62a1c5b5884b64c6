import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forms as declarations, formNames } from '../../../shared/forms/forms.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { formSettings } from '../../helpers/form-settings.ts';
import { ask } from '../../helpers/http.ts';
import { formHtml, postBody, postForm } from '../../helpers/page-form.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import type { TestSite } from '../../helpers/site.ts';
import { visitorForms as forms, hostileValues, refusedBodies, startUnlimitedSite } from './bad-bodies.ts';

let platform: TestPlatform;
let site: TestSite;
beforeAll(async () => {
  ({ platform, site } = await startUnlimitedSite());
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const stored = () =>
  queryDatabase(
    platform.databaseUrl,
    `select (select count(*) from support_messages) as messages, (select count(*) from sessions) as sessions,
      (select count(*) from accounts) as accounts`,
  );

/** Paths of the forms that also accept multipart bodies, because mail providers send such bodies (RFC 8058). */
const oneClickPaths = new Set(
  formNames
    .map((name) => declarations[name](formSettings()))
    .filter(({ isOneClick }) => isOneClick)
    .map(({ path }) => path),
);

/** All forms for visitors except those without input fields: `/logout` and the forms behind a link with a token. */
const formsWithFields = forms.filter(({ entries }) => Object.keys(entries).length > 0);

describe.each(formsWithFields)('POST $path with an invalid field', ({ path, entries }) => {
  const names = Object.keys(entries).filter((name) => name !== 'step');

  it('returns 422 for every kind of invalid value', async () => {
    const before = await stored();
    for (const name of names) {
      const pairs = Object.entries(entries);
      const others = pairs.filter(([other]) => other !== name);
      const answers = [
        await postForm(site, path, others),
        await postForm(site, path, [...pairs, [name, 'another']]),
        await postBody(site, path, `${new URLSearchParams(others).toString()}&${name}=%ff%fe`),
      ];
      for (const value of hostileValues) answers.push(await postForm(site, path, [...others, [name, value]]));
      for (const [index, answer] of answers.entries()) {
        expect({ name, index, status: answer.status }).toEqual({ name, index, status: 422 });
        expect(answer.headers['cache-control']).toBe('private, no-store');
        expect(formHtml(answer)).toMatch(/field__error|form__alert/);
        expect(answer.text).not.toContain('<script>alert(1)');
        expect(answer.text).not.toContain('<img src=x');
      }
    }
    expect(await stored()).toEqual(before);
  });
});

describe.each(forms)('POST $path', ({ path, entries }) => {
  it('rejects a wrong content type, an oversized body and a cross-site request', async () => {
    const before = await stored();
    const body = new URLSearchParams(entries).toString();
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    const isOneClick = oneClickPaths.has(path.replace(/\?.*/, ''));
    expect((await postBody(site, path, body, multipart)).status).toBe(isOneClick ? 400 : 415);
    expect(await refusedBodies(site, path, body)).toEqual([415, 415, 413, 403, 403]);
    expect(await stored()).toEqual(before);
  });

  it('returns no 5xx for unknown fields and an unknown step, and stores nothing', async () => {
    const before = await stored();
    const others = Object.entries(entries).filter(([name]) => name !== 'step');
    for (const step of ['-1', '9', '1.5', 'NaN', '__proto__']) {
      const answer = await postForm(site, path, [
        ...others,
        ['step', step],
        ['unknown', 'x'],
        ['__proto__', 'y'],
      ]);
      expect([step, answer.status < 500]).toEqual([step, true]);
    }
    expect(await stored()).toEqual(before);
  });
});

describe.each(forms.filter(({ path }) => path.includes('?token=')))('token in $path', ({ path }) => {
  const [page = ''] = path.split('?');
  const token = path.split('=')[1] ?? '';

  it('must be valid: a missing, doubled or unknown token returns a 404 that does not repeat the token', async () => {
    const before = await stored();
    const queries = [
      '',
      '?token=',
      `?token=${token}&token=${token}`,
      `?token=${token}%00`,
      '?token=%ff%fe',
      `?Token=${token}`,
      ...hostileValues.map((value) => `?token=${encodeURIComponent(value)}`),
    ];
    for (const query of queries)
      for (const answer of [
        await ask(site.origin, `${page}${query}`),
        await postForm(site, `${page}${query}`, { token }),
      ]) {
        expect([query, answer.status]).toEqual([query, 404]);
        expect(answer.text).not.toContain('<script>alert(1)');
        expect(answer.text).not.toContain('<img src=x');
      }
    expect(await stored()).toEqual(before);
  });
});
