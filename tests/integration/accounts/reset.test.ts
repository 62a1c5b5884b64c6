import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { newestOtp, readOutbox } from '../../helpers/outbox.ts';
import { cheapArgon2, startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, freshName } from '../../helpers/player.ts';
import { byMail, newPassword, resetsOn } from './password-resets.ts';

const now = new Date('2026-11-21T12:02:00Z');
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

const { send, verify, resetTo, askedFor } = resetsOn(() => platform);

async function login(username: string, password: string) {
  return (await platform.call('accounts/login', { type: 2, username, password })).body.firstCode;
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
