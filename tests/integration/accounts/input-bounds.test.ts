import { afterAll, beforeAll, expect, it } from 'vitest';
import { readInputBounds } from '../../../shared/domain/input-bounds.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  const inputBounds = readInputBounds({ username_min: 8, password_min: 14, otp_max: 8 });
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), config: { inputBounds } });
});
afterAll(() => platform?.stop());

const form = {
  type: 2,
  username: 'asha2026',
  password: 'Kite-river-4200',
  email_address: 'asha@mail.example',
  currency: 'INR',
  ageconfirm: 1,
  agree: 1,
} as const;

it('a signup outside the configured length limits returns 10400 and names the invalid fields', async () => {
  const { status, body } = await platform.call('accounts/signup', {
    ...form,
    username: 'asha42',
    password: 'Kite-river-42',
  });
  expect([status, body]).toEqual([
    400,
    {
      success: false,
      firstCode: '10400',
      data: { fields: { username: 'username_length_validation', password: 'password_requirement' } },
    },
  ]);
});

it('a one-time password has the configured number of digits', async () => {
  const { body } = await platform.call('accounts/signup', form);
  if (!body.success) throw new Error(`signup failed: ${body.firstCode}`);
  const headers = { authorization: `Bearer ${body.data.userData.authToken}` };
  await platform.call('accounts/sendEmailOtp', {}, { headers });
  const [message] = await platform.deps.messages.outbox(form.email_address);
  expect(message?.otp).toMatch(/^\d{8}$/);
  const verified = await platform.call('accounts/verifyEmailOtp', { otp: message?.otp ?? '' }, { headers });
  expect(verified.body.success).toBe(true);
  const short = await platform.call('accounts/verifyEmailOtp', { otp: '123456' }, { headers });
  expect(short.body).toMatchObject({ firstCode: '10400', data: { fields: { otp: 'enter_otp' } } });
});
