import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { newestOtp, otherOtp } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer } from '../../helpers/player.ts';
import { byMail, resetsOn } from './password-resets.ts';

const now = new Date('2026-11-21T12:02:00Z');
const minuteMs = 60_000;
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now });
});
afterAll(() => platform?.stop());

const { send, verify, resetTo, askedFor } = resetsOn(() => platform);

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
