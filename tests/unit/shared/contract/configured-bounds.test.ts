import { describe, expect, it } from 'vitest';
import { calls } from '../../../../shared/contract/calls.ts';
import { fieldsOutOfBounds } from '../../../../shared/contract/configured-bounds.ts';
import { readInputBounds } from '../../../../shared/domain/input-bounds.ts';

const narrow = readInputBounds({
  username_min: 8,
  password_min: 16,
  email_max: 10,
  phone_max: 9,
  promo_max: 4,
  input_text: 4,
  otp_max: 8,
});

describe('fieldsOutOfBounds', () => {
  it('names every field whose value is outside the configured bounds', () => {
    const { request } = calls['accounts/signup'];
    const data = request.parse({
      type: 2,
      username: 'asha42',
      password: 'Kite-river-42',
      email_address: 'asha42@mail.example',
      country_code: '+91',
      mobile_no: '9876543210',
      currency: 'INR',
      promoCode: 'WELCOME',
      ageconfirm: 1,
      agree: 1,
    });
    expect(fieldsOutOfBounds(request, data, narrow)).toEqual({
      username: 'username_length_validation',
      password: 'password_requirement',
      email_address: 'enter_valid_email',
      mobile_no: 'enter_valid_mobile_no',
      promoCode: 'valid_promo',
    });
    expect(fieldsOutOfBounds(request, data, readInputBounds({}))).toEqual({});
  });

  it('checks the fields of every variant of a request', () => {
    const { request } = calls['accounts/checkUserDetails'];
    const mobile = { checkUserDetailsType: 3, country_code: '+91', mobile_no: '9876543210' } as const;
    expect(fieldsOutOfBounds(request, { checkUserDetailsType: 1, username: 'asha42' }, narrow)).toEqual({
      username: 'username_length_validation',
    });
    expect(fieldsOutOfBounds(request, mobile, narrow)).toEqual({ mobile_no: 'enter_valid_mobile_no' });
  });

  it('does not check the credentials and contacts of an existing account', () => {
    const login = { type: 2, username: 'asha42', password: 'short' } as const;
    expect(fieldsOutOfBounds(calls['accounts/login'].request, login, narrow)).toEqual({});
    const reset = { type: 3, email_address: 'asha42@mail.example', notification_type: 2 } as const;
    expect(fieldsOutOfBounds(calls['accounts/sendOtp'].request, reset, narrow)).toEqual({});
  });

  it('checks the length of a one-time password', () => {
    const { request } = calls['accounts/verifyEmailOtp'];
    expect(fieldsOutOfBounds(request, { otp: '482913' }, narrow)).toEqual({ otp: 'enter_otp' });
    expect(fieldsOutOfBounds(request, { otp: '48291355' }, narrow)).toEqual({});
  });
});
