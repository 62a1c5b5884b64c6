import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { newestOtp, otherOtp, readOutbox } from '../../helpers/outbox.ts';
import { cheapArgon2, startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, freshName } from '../../helpers/player.ts';

const now = new Date('2026-11-21T12:02:00Z');
const minuteMs = 60_000;
const newPassword = 'Stone-bridge-81';
let platform: TestPlatform;
let hashings = 0;

beforeAll(async () => {
  platform = await startPlatform({
    now,
    overrides: {
      argon2: {
        hash: (password) => {
          hashings += 1;
          return cheapArgon2.hash(password);
        },
        verify: (hash, password) => {
          hashings += 1;
          return cheapArgon2.verify(hash, password);
        },
      },
    },
  });
});
afterAll(() => platform?.stop());

function byMail(email_address: string) {
  return { type: 3, email_address, notification_type: 2 } as const;
}

function send(email: string) {
  return platform.call('accounts/sendOtp', byMail(email));
}

async function verify(email: string, otp: string) {
  return (await platform.call('accounts/verifyOtp', { ...byMail(email), otp })).body.firstCode;
}

function resetTo(email: string, otp: string, password = newPassword) {
  return platform.call('accounts/changeForgotPassword', {
    type: 3,
    email_address: email,
    otp,
    password,
    confirm_password: password,
  });
}

async function login(username: string, password: string) {
  return (await platform.call('accounts/login', { type: 2, username, password })).body.firstCode;
}

async function askedFor(email: string): Promise<string> {
  expect((await send(email)).body.success).toBe(true);
  return newestOtp(platform, email);
}

describe('password reset', () => {
  it('replaces the password and closes all sessions', async () => {
    const player = await createPlayer(platform);
    const otp = await askedFor(player.email);
    expect(otp).toMatch(/^\d{6}$/);
    // Like the site's password wizard, the test verifies the code before it sends the new password.
    expect(await verify(player.email, otp)).toBe('10000');
    expect((await resetTo(player.email, otp)).body).toEqual({ success: true, firstCode: '10000', data: {} });
    expect((await player.call('accounts/autoLogin', {})).body.firstCode).toBe('15107');
    expect(await login(player.username, player.password)).toBe('15111');
    expect(await login(player.username, newPassword)).toBe('10000');
    expect((await readOutbox(platform, player.email))[0]?.template).toBe('password_changed');
    expect((await resetTo(player.email, otp, 'Other-bridge-82')).body.firstCode).toBe('10510');
  });

  it('accepts the code for a mobile number in any format', async () => {
    const mobile_no = `98${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
    const contact = { country_code: '+91', mobile_no, email_address: undefined };
    const { username } = await createPlayer(platform, contact);
    const { body } = await platform.call('accounts/sendOtp', {
      type: 3,
      mobile_no: `+91${mobile_no}`,
      notification_type: 1,
    });
    expect(body.success).toBe(true);
    const first = await newestOtp(platform, `+91${mobile_no}`);
    // The platform also accepts the number without a calling code, and with the international prefix `0091`.
    const alone = { type: 3, mobile_no, notification_type: 1 } as const;
    expect((await platform.call('accounts/verifyOtp', { ...alone, otp: first })).body.success).toBe(true);
    const abroad = await platform.call('accounts/resendOtp', { ...alone, mobile_no: `0091${mobile_no}` });
    expect(abroad.body.success).toBe(true);
    const otp = await newestOtp(platform, `+91${mobile_no}`);
    const { body: done } = await platform.call('accounts/confirmPassword', {
      type: 3,
      country_code: '+91',
      mobile_no,
      otp,
      password: newPassword,
      confirm_password: newPassword,
    });
    expect(done.success).toBe(true);
    expect(await login(username, newPassword)).toBe('10000');
  });

  it('also verifies the contact that received the code', async () => {
    const { email, username } = await createPlayer(platform);
    await resetTo(email, await askedFor(email));
    const [row] = await queryDatabase<{ at: Date | null }>(
      platform.databaseUrl,
      'select email_verified_at as at from accounts where username = $1',
      [username],
    );
    expect(row?.at).toEqual(platform.clock.now());
  });

  it('keeps the code valid when the new password is rejected as weak', async () => {
    const { email, username } = await createPlayer(platform, { username: freshName().slice(0, 8) });
    const otp = await askedFor(email);
    const fields = [];
    for (const password of ['Password1!', `X${username}-9`]) {
      const { body } = await resetTo(email, otp, password);
      fields.push(body.success ? null : body.data?.fields);
    }
    expect(fields).toEqual([{ password: 'password_too_common' }, { password: 'password_has_name' }]);
    expect((await resetTo(email, otp)).body.success).toBe(true);
  });

  it('closes the sessions that a concurrent login opens with the old password', async () => {
    const player = await createPlayer(platform);
    const otp = await askedFor(player.email);
    const [reset, ...logins] = await Promise.all([
      resetTo(player.email, otp),
      ...Array.from({ length: 4 }, () =>
        platform.call('accounts/login', { type: 2, username: player.username, password: player.password }),
      ),
    ]);
    expect(reset?.body.success).toBe(true);
    for (const { body } of logins) {
      if (!body.success || !('userData' in body.data)) continue;
      const { player: whose } = await platform.deps.sessions.authenticate(
        `Bearer ${body.data.userData.authToken}`,
      );
      expect(whose).toBeNull();
    }
  });
});

describe('password reset for a contact without an account', () => {
  it('costs the same work and gets the same response as a reset for a contact with an account', async () => {
    const { email } = await createPlayer(platform);
    const rows = async (table: string) =>
      (await queryDatabase<{ n: number }>(platform.databaseUrl, `select count(*)::int as n from ${table}`))[0]
        ?.n ?? 0;
    const tried = async (address: string) => {
      const before = [await rows('otps'), await rows('messages'), hashings];
      const answers = [];
      for (let time = 0; time < 4; time++) answers.push(await send(address));
      for (let time = 0; time < 7; time++)
        answers.push(await platform.call('accounts/verifyOtp', { ...byMail(address), otp: '000000' }));
      answers.push(await resetTo(address, '000001'));
      const after = [await rows('otps'), await rows('messages'), hashings];
      return { answers, did: after.map((count, index) => count - (before[index] ?? 0)) };
    };
    const stranger = await tried(`${freshName()}@mail.example`);
    expect(stranger.did).toEqual([3, 3, 0]);
    expect(stranger.answers.slice(0, 4).map(({ status, body }) => [status, body.firstCode])).toEqual([
      ...Array.from({ length: 3 }, () => [200, '10000']),
      [429, '15429'],
    ]);
    expect(new Set(stranger.answers.slice(4).map(({ body }) => body.firstCode))).toEqual(new Set(['10510']));
    expect(await tried(email)).toEqual(stranger);
  });

  it('sends no message', async () => {
    const address = `${freshName()}@mail.example`;
    await send(address);
    expect(await readOutbox(platform, address)).toEqual([]);
  });
});

describe('one-time password', () => {
  it('is valid for ten minutes', async () => {
    const { email } = await createPlayer(platform);
    const otp = await askedFor(email);
    platform.clock.advance(10 * minuteMs - 1);
    expect(await verify(email, otp)).toBe('10000');
    platform.clock.advance(1);
    expect(await verify(email, otp)).toBe('10510');
    expect((await resetTo(email, otp)).body.firstCode).toBe('10510');
  });

  it('is invalidated by the fifth wrong attempt', async () => {
    const [one, other] = [await createPlayer(platform), await createPlayer(platform)];
    for (const { email, wrong, right } of [
      { ...one, wrong: 4, right: '10000' },
      { ...other, wrong: 5, right: '10510' },
    ]) {
      const otp = await askedFor(email);
      for (let time = 0; time < wrong; time++) expect(await verify(email, otherOtp(otp))).toBe('10510');
      expect(await verify(email, otp)).toBe(right);
    }
  });

  it('becomes invalid when the player requests another one, and can be requested only three times in ten minutes', async () => {
    const { email } = await createPlayer(platform);
    const { body } = await send(email);
    expect(body).toEqual({
      success: true,
      firstCode: '10000',
      data: { resendAfterSeconds: 0, expiresInSeconds: 600 },
    });
    const first = await newestOtp(platform, email);
    platform.clock.advance(5 * minuteMs);
    await platform.call('accounts/resendOtp', byMail(email));
    const second = await newestOtp(platform, email);
    // The two codes can be equal by chance. In that case the test sends a third code, which is wrong.
    expect(await verify(email, first === second ? otherOtp(second) : first)).toBe('10510');
    expect(await verify(email, second)).toBe('10000');
    const third = await send(email);
    expect(third.body).toMatchObject({ data: { resendAfterSeconds: 600 } });
    const refused = await send(email);
    expect([refused.status, refused.body.firstCode]).toEqual([429, '15429']);
    platform.clock.advance(10 * minuteMs);
    expect((await send(email)).body.success).toBe(true);
  });

  it('is sent at most three times for twenty concurrent requests', async () => {
    const { email } = await createPlayer(platform);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(email)));
    expect(answers.filter(({ body }) => body.success)).toHaveLength(3);
  });

  it('is valid only for its purpose and recipient', async () => {
    const [one, other] = [await createPlayer(platform), await createPlayer(platform)];
    const otp = await askedFor(one.email);
    await askedFor(other.email);
    expect(await verify(other.email, otp)).toBe('10510');
    const { body } = await one.call('accounts/verifyEmailOtp', { otp });
    expect(body.firstCode).toBe('10510');
    expect(await verify(one.email, otp)).toBe('10000');
  });

  it('is stored only as a hash, with a hash of its recipient', async () => {
    const { email } = await createPlayer(platform);
    const otp = await askedFor(email);
    for (const table of ['otps', 'messages']) {
      const rows = JSON.stringify(
        (await queryDatabase(platform.databaseUrl, `select * from ${table}`)).map((row) =>
          Object.values(row).filter((value) => typeof value === 'string'),
        ),
      );
      expect(rows).not.toContain(`"${otp}"`);
      expect(rows).not.toContain(email);
    }
  });
});

/**
 * Error code of a request that the platform rejects because no database connection is free. On a slow machine, some of
 * the 300 requests in a test get this code.
 */
const overloaded = '15500';

describe('one-time password under concurrent requests', () => {
  it('is used up by 300 requests with the right code, and at most five of these requests succeed', async () => {
    const player = await createPlayer(platform);
    await player.call('accounts/sendEmailOtp', {});
    const otp = await newestOtp(platform, player.email);
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => player.call('accounts/verifyEmailOtp', { otp })),
    );
    const codes = answers.map(({ body }) => body.firstCode);
    // A repetition of the accepted request gets the same answer, but counts as one of the five attempts.
    expect(codes.filter((code) => code === '10000').length).toBeGreaterThanOrEqual(1);
    expect(codes.filter((code) => code === '10000').length).toBeLessThanOrEqual(5);
    expect(
      await queryDatabase(
        platform.databaseUrl,
        'select tries, used_at is not null as used from otps order by otp_id desc limit 1',
      ),
    ).toEqual([{ tries: 5, used: true }]);
    expect(codes.filter((code) => !['10000', '10510', overloaded].includes(code))).toEqual([]);
  });

  it('is invalid after five attempts, even if 300 requests with wrong codes arrive', async () => {
    const { email } = await createPlayer(platform);
    const otp = await askedFor(email);
    const codes = await Promise.all(Array.from({ length: 300 }, () => verify(email, otherOtp(otp))));
    expect(codes.filter((code) => !['10510', overloaded].includes(code))).toEqual([]);
    const rows = await queryDatabase<{ tries: number }>(
      platform.databaseUrl,
      'select tries from otps order by otp_id desc limit 1',
    );
    expect(rows).toEqual([{ tries: 5 }]);
    expect(await verify(email, otp)).toBe('10510');
  });

  it('sets only one new password if ten requests use the same code', async () => {
    const { email } = await createPlayer(platform);
    const otp = await askedFor(email);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => resetTo(email, otp, `Stone-bridge-${n}x`)),
    );
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
  });
});
