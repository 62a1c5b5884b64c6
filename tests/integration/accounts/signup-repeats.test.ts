import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { freshName, shortForm, testPassword } from '../../helpers/player.ts';

const now = new Date('2026-11-21T12:02:00Z');
const dayMs = 86_400_000;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now });
});
afterAll(() => platform?.stop());

type Form = ReturnType<typeof shortForm>;
const keyed = (): Form => shortForm({ idempotencyKey: randomUUID() });
const signUp = (form: Form, address = '198.51.100.1') =>
  platform.call('accounts/signup', form, { headers: { 'x-player-address': address } });

async function countOf(table: string): Promise<number> {
  const [row] = await queryDatabase<{ n: number }>(
    platform.databaseUrl,
    `select count(*)::int as n from ${table}`,
  );
  return row?.n ?? -1;
}

const wrongKey = { success: false, firstCode: '10400', data: { fields: { idempotencyKey: 'field.wrong' } } };

describe('repeated signup', () => {
  it('gets the first response again if it has the idempotency key of the first signup', async () => {
    const form = keyed();
    const first = await signUp(form);
    expect(first.body.success).toBe(true);
    const before = [await countOf('accounts'), await countOf('sessions'), await countOf('messages')];
    const again = await signUp({ ...form, email_address: ` ${form.email_address?.toUpperCase()}` });
    expect(again).toEqual(first);
    expect([await countOf('accounts'), await countOf('sessions'), await countOf('messages')]).toEqual(before);
    const token = again.body.success ? again.body.data.userData.authToken : '';
    const { body } = await platform.call(
      'accounts/autoLogin',
      {},
      { headers: { authorization: `Bearer ${token}` } },
    );
    expect(body.success).toBe(true);
  });

  it('creates only one account, even with four concurrent requests', async () => {
    const form = keyed();
    const before = await countOf('accounts');
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(form)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.body.success).toBe(true);
    expect(await countOf('accounts')).toBe(before + 1);
  });

  it('is rejected if it has the key of the first signup but different data', async () => {
    const form = keyed();
    await signUp(form);
    for (const change of [
      { currency: 'EUR' },
      { email_address: `${freshName()}@mail.example` },
      { username: freshName() },
      { ...shortForm() },
      { password: `${testPassword}x` },
    ])
      expect((await signUp({ ...form, ...change })).body).toEqual(wrongKey);
  });

  it('is refused after five wrong passwords, which also lock the login', async () => {
    const form = keyed();
    await signUp(form, '198.51.100.2');
    const codes = [];
    for (let guess = 0; guess < 7; guess++)
      codes.push(
        (await signUp({ ...form, password: `Wrong-horse-${guess}` }, '198.51.100.2')).body.firstCode,
      );
    expect(codes).toEqual([...Array.from({ length: 5 }, () => '10400'), '15429', '15429']);
    const login = { type: 2, username: form.username, password: testPassword } as const;
    const headers = { 'x-player-address': '198.51.100.2' };
    expect((await platform.call('accounts/login', login, { headers })).body.firstCode).toBe('15113');
  });

  it('is rejected with 10496 if it has no idempotency key', async () => {
    const { idempotencyKey: _, ...form } = keyed();
    await signUp(form);
    expect((await signUp(form)).body.firstCode).toBe('10496');
  });

  it('is no longer recognised after a day', async () => {
    const form = keyed();
    await signUp(form);
    platform.clock.advance(dayMs);
    expect((await signUp(form)).body.firstCode).toBe('10496');
    const other = shortForm({ idempotencyKey: form.idempotencyKey });
    expect((await signUp(other)).body.success).toBe(true);
    platform.clock.advance(dayMs);
    await platform.deps.housekeeping.run();
    expect(await countOf('signup_answers')).toBe(0);
  });

  it('stores neither the key, the password, the username nor the token in plain text', async () => {
    const form = keyed();
    const { body } = await signUp(form);
    const token = body.success ? body.data.userData.authToken : '';
    const rows = JSON.stringify(await queryDatabase(platform.databaseUrl, 'select * from signup_answers'));
    for (const secret of [form.idempotencyKey ?? '', form.password, form.username, token])
      expect(rows).not.toContain(secret);
  });
});
