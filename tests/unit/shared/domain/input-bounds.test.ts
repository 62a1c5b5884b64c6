import { describe, expect, it } from 'vitest';
import { readInputBounds, widestInputBounds } from '../../../../shared/domain/input-bounds.ts';

const shipped = {
  phone_min: 6,
  phone_max: 15,
  password_min: 8,
  password_max: 32,
  email_max: 50,
  username_min: 3,
  username_max: 16,
  otp_max: 6,
  number: 10,
  input_text: 20,
  promo_min: 3,
  promo_max: 10,
};

describe('readInputBounds', () => {
  it('returns the configured values', () => {
    expect(readInputBounds(shipped)).toEqual({ ...shipped, identifier_max: 50 });
  });

  it('uses the defaults of spec §9 for missing values', () => {
    expect(readInputBounds({})).toMatchObject({
      identifier_max: 30,
      password_max: 20,
      email_max: 50,
      phone_max: 10,
      username_max: 20,
      promo_max: 10,
    });
  });

  it('returns complete bounds unchanged', () => {
    const bounds = readInputBounds({ username_max: 12 });
    expect(readInputBounds(bounds)).toEqual(bounds);
  });

  it.each([
    [{ phone_mx: 12 }, 'phone_mx is not a known bound'],
    [{ otp_max: '6' }, 'otp_max must be a whole number from 4 to 10'],
    [{ otp_max: 3 }, 'otp_max must be a whole number from 4 to 10'],
    [{ email_max: 255 }, 'email_max must be a whole number from 1 to 254'],
    [{ password_min: 3 }, 'password_min must be a whole number from 4 to 128'],
    [{ username_max: 2.5 }, 'username_max must be a whole number from 1 to 32'],
    [{ password_min: 25 }, 'password_min (25) must not exceed password_max (20)'],
  ])('rejects %j with an error that names the bound', (configured, message) => {
    expect(() => readInputBounds(configured)).toThrow(message);
  });

  it('accepts the widest allowed bounds', () => {
    expect(readInputBounds(widestInputBounds)).toEqual(widestInputBounds);
  });
});
