import { describe, expect, it } from 'vitest';
import { readInputBounds } from '../../../../shared/domain/input-bounds.ts';
import {
  checkConfirmation,
  checkContactName,
  checkEmail,
  checkIdentifier,
  checkLoginPassword,
  checkMessage,
  checkMobile,
  checkNewPassword,
  checkOtp,
  checkPhoneCode,
  checkPromoCode,
  checkUsername,
  isEmail,
  isMobile,
  isPassword,
  isPersonName,
  isPromoCode,
  isUsername,
  loginBounds,
  normaliseEmail,
  normalisePromoCode,
  passwordLacks,
  wholeMobile,
} from '../../../../shared/domain/input-rules.ts';

const bounds = readInputBounds({
  phone_max: 15,
  password_max: 32,
  email_max: 50,
  username_max: 16,
  promo_max: 10,
});

const isName = (name: string) => isPersonName(name, bounds);
const fits = ([digits, code]: readonly [string, string]) => isMobile(digits, code, bounds);
const checkOwnOtp = (otp: string) => checkOtp(otp, bounds);

const rejectedBy = (rule: (value: string) => boolean, values: readonly string[]): string[] =>
  values.filter((value) => !rule(value));

describe('a username', () => {
  const wrong = ['ab', 'a'.repeat(17), '1abc', 'as ha', 'as_ha', 'आशा', 'abc\n', ''];

  it('has 3 to 16 letters and digits and starts with a letter', () => {
    expect(rejectedBy((name) => isUsername(name, bounds), ['abc', 'Asha2026', 'a'.repeat(16)])).toEqual([]);
    expect(rejectedBy((name) => isUsername(name, bounds), wrong)).toEqual(wrong);
  });

  it('is checked against the configured bounds', () => {
    const narrow = { ...bounds, username_min: 5, username_max: 6 };
    expect(['abcd', 'abcde', 'abcdef', 'abcdefg'].map((name) => checkUsername(name, narrow))).toEqual([
      'username_length_validation',
      null,
      null,
      'enter_valid_username',
    ]);
  });

  it('is checked for presence, then minimum length, then format', () => {
    expect(['', '1', '1bc', 'Asha'].map((name) => checkUsername(name, bounds))).toEqual([
      'enter_an_username',
      'username_length_validation',
      'enter_valid_username',
      null,
    ]);
  });
});

it('a person’s name can be in any script, but contains no digits, HTML or leading space', () => {
  expect(rejectedBy(isName, ['Asha', "O'Brien", 'Åse-Marie', 'आशा देवी', 'José'])).toEqual([]);
  const wrong = ['Asha 2', ' Asha', '<b>', 'a'.repeat(21), '\u202eAsha', ''];
  expect(rejectedBy(isName, wrong)).toEqual(wrong);
});

it('the name in a contact form has 3 to 16 characters and starts with a letter', () => {
  expect(['', 'Al', 'Asha R. 2', 'a'.repeat(17), '2Asha', '<b>Asha'].map(checkContactName)).toEqual([
    'enter_an_username',
    'enter_valid_contact_name',
    null,
    'enter_valid_contact_name',
    'enter_valid_contact_name',
    'enter_valid_contact_name',
  ]);
});

it('a contact message has 1 to 250 characters in one or more lines, and no control characters', () => {
  expect(
    ['', 'One line\nand another', '😀'.repeat(250), 'm'.repeat(251), 'a\u202eb', 'a\u0000'].map(checkMessage),
  ).toEqual(['enter_message', null, null, 'message_length_validation', 'field.wrong', 'field.wrong']);
});

describe('an e-mail address', () => {
  it('has one at-sign and a domain with a dot', () => {
    const good = ['asha@example.in', 'a.b+c@mail.example.co', "o'hara@x.org", 'a@xn--80ak6aa92e.com'];
    expect(rejectedBy((email) => isEmail(email, bounds), good)).toEqual([]);
    const wrong = [
      'asha',
      'asha@',
      '@example.in',
      'asha@example',
      'a b@example.in',
      'a@b@example.in',
      'a..b@example.in',
      'a@-example.in',
      'a@example..in',
      'a@example.in\r\nBcc: x@y.z',
      `${'a'.repeat(40)}@example.in`,
    ];
    expect(rejectedBy((email) => isEmail(email, bounds), wrong)).toEqual(wrong);
    expect(['', 'asha', 'asha@example.in'].map((email) => checkEmail(email, bounds))).toEqual([
      'enter_email_address',
      'enter_valid_email',
      null,
    ]);
  });

  it('is trimmed and converted to lower case', () => {
    expect(normaliseEmail('  Asha@Example.IN ')).toBe('asha@example.in');
  });

  it('is rejected in linear time if it is hostile', () => {
    const long = { email_max: 50_000 };
    expect(isEmail(`${'a.'.repeat(20)}@`, long)).toBe(false);
    expect(isEmail(`a@${'a-'.repeat(20_000)}`, long)).toBe(false);
  });
});

describe('a mobile number', () => {
  it('matches the pattern of its country, or has 6 to 15 digits if the country has no pattern', () => {
    const good = [
      ['9876543210', '+91'],
      ['6000000000', '+91'],
      ['912345678', '+351'],
      ['961234567', '+351'],
      ['41234567', '+47'],
      ['91234567', '+47'],
      ['123456', '+49'],
      ['123456789012345', '+1'],
      ['123456', '__proto__'],
    ] as const;
    expect(good.filter((number) => !fits(number))).toEqual([]);
    const wrong = [
      ['5876543210', '+91'],
      ['987654321', '+91'],
      ['98765432101', '+91'],
      ['942345678', '+351'],
      ['812345678', '+351'],
      ['51234567', '+47'],
      ['12345', '+49'],
      ['1234567890123456', '+49'],
      ['12 3456', '+49'],
      ['१२३४५६', '+49'],
    ] as const;
    expect(wrong.filter((number) => !fits(number))).toEqual(wrong);
    expect(['', '12345', '123456'].map((digits) => checkMobile(digits, '+49', bounds))).toEqual([
      'enter_mobile_number',
      'enter_valid_mobile_no',
      null,
    ]);
    expect(['', '91', '+', '+91', '+1234567'].map(checkPhoneCode)).toEqual([
      'code_required',
      'code_required',
      'code_required',
      null,
      'code_required',
    ]);
  });

  it('is recognised without a country field if it matches exactly one country', () => {
    const known = [
      ['+4915112345678', '+4915112345678'],
      ['9876543210', '+919876543210'],
      ['919876543210', '+919876543210'],
      ['00919876543210', '+919876543210'],
      ['09876543210', '+919876543210'],
      ['912345678', '+351912345678'],
      ['91234567', '+4791234567'],
      ['4791234567', '+4791234567'],
      ['351912345678', '+351912345678'],
    ] as const;
    expect(known.map(([typed]) => [typed, wholeMobile(typed)])).toEqual(known);
    for (const typed of ['', '+', '+12', '5876543210', '12345678', '98 76543210', '+91 9876543210', 'demo'])
      expect([typed, wholeMobile(typed)]).toEqual([typed, null]);
  });
});

it('an identifier is valid if it is a mobile number or an e-mail address', () => {
  const check = (typed: string, own = bounds) => checkIdentifier(typed, own);
  expect(check('')).toBe('enter_email_or_mobile');
  for (const good of ['9876543210', '+919876543210', '+4915112345678', 'asha@example.in'])
    expect([good, check(good)]).toEqual([good, null]);
  for (const wrong of ['12345', '+12', '+915876543210', 'asha', 'asha@example'])
    expect([wrong, check(wrong)]).toEqual([wrong, 'enter_valid_email_or_mobile']);
  expect(check('9876543210', { ...bounds, phone_max: 9 })).toBe('enter_valid_email_or_mobile');
  expect(check('asha@example.in', { ...bounds, identifier_max: 14 })).toBe('enter_valid_email_or_mobile');
});

describe('a new password', () => {
  it('has 8 to 32 characters, including upper and lower case, a digit and a special character', () => {
    const good = ['Golden#7', 'Zażółć_1', `Aa1!${'x'.repeat(28)}`];
    expect(rejectedBy((password) => isPassword(password, bounds), good)).toEqual([]);
    const wrong = [
      'golden#7',
      'GOLDEN#7',
      'Golden##',
      'Golden77',
      'Gold#7a',
      `Aa1!${'x'.repeat(29)}`,
      'Golden #7',
      '',
    ];
    expect(rejectedBy((password) => isPassword(password, bounds), wrong)).toEqual(wrong);
    expect(['', 'Gold#7a', 'Golden#7'].map((password) => checkNewPassword(password, bounds))).toEqual([
      'enter_a_password',
      'password_requirement',
      null,
    ]);
    expect(checkNewPassword('Golden#7', { ...bounds, password_min: 9 })).toBe('password_requirement');
  });

  it('is checked for missing requirements in the order of the checklist', () => {
    expect(passwordLacks('', bounds)).toEqual(['uppercase', 'lowercase', 'number', 'special', 'length']);
    expect(passwordLacks('golden77', bounds)).toEqual(['uppercase', 'special']);
    expect(passwordLacks('Golden#7', bounds)).toEqual([]);
  });

  it('must equal its confirmation', () => {
    expect(checkConfirmation('Golden#7', 'Golden#7')).toBeNull();
    expect(checkConfirmation('Golden#8', 'Golden#7')).toBe('password_mismatch');
  });
});

describe('the login form', () => {
  it('in the variant `content`, uses fixed minimum lengths instead of the configured ones', () => {
    const submit = loginBounds(bounds, 'content', 'submit');
    const blur = loginBounds(bounds, 'content', 'blur');
    expect([submit.username_min, blur.username_min]).toEqual([2, 6]);
    expect(checkUsername('ab', submit)).toBeNull();
    expect(checkUsername('abcde', blur)).toBe('username_length_validation');
    expect(
      ['', 'short', 'secret'].map((password) => checkLoginPassword(password, submit, 'content')),
    ).toEqual(['enter_a_password', 'password_length_validation', null]);
  });

  it('in the variant `banner`, uses the configured bounds', () => {
    const own = loginBounds(bounds, 'banner', 'submit');
    expect(own).toEqual(bounds);
    expect(['', 'secret', 'Golden#7'].map((password) => checkLoginPassword(password, own, 'banner'))).toEqual(
      ['enter_a_password', 'password_requirement', null],
    );
  });
});

it('a one-time password has exactly the configured number of digits', () => {
  expect(['482913', '48291', '4829131', '48291a', ''].map(checkOwnOtp)).toEqual([
    null,
    'enter_otp',
    'enter_otp',
    'enter_otp',
    'enter_otp',
  ]);
  expect(checkOtp('4829', { otp_max: 4 })).toBeNull();
});

it('a promo code has 3 to 10 letters, digits and underscores, and starts with a letter or digit', () => {
  expect(rejectedBy((code) => isPromoCode(code, bounds), ['WELCOME50', 'a_b', '123'])).toEqual([]);
  const wrong = ['_abc', 'ab', 'ABCDEFGHIJK', 'AB-C', ''];
  expect(rejectedBy((code) => isPromoCode(code, bounds), wrong)).toEqual(wrong);
  expect(['ab', 'WELCOME50'].map((code) => checkPromoCode(code, bounds))).toEqual(['valid_promo', null]);
  expect(normalisePromoCode(' welcome50__ ')).toBe('WELCOME50');
});
