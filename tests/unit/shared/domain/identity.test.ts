import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  filterPromoCode,
  filterUsername,
  isEmail,
  isMobile,
  isOfAge,
  isPassword,
  isPersonName,
  isPromoCode,
  isUsername,
  normaliseEmail,
  normalisePromoCode,
  passwordLacks,
  wholeMobile,
} from '../../../../shared/domain/identity.ts';

/** Cases in which a rule says no. */
const refused = <T extends unknown[]>(rule: (...given: T) => boolean, cases: T[]): T[] =>
  cases.filter((given) => !rule(...given));

it('a username begins with a letter, goes on with letters and digits, and has 3 to 16 characters', () => {
  expect(refused(isUsername, [['abc'], ['Asha2026'], ['a'.repeat(16)]])).toEqual([]);
  const wrong: Parameters<typeof isUsername>[] = [
    ['ab'],
    ['a'.repeat(17)],
    ['1abc'],
    ['as ha'],
    ['as_ha'],
    ['आशा'],
    ['abc\n'],
    [''],
  ];
  expect(refused(isUsername, wrong)).toEqual(wrong);
  expect(filterUsername(' Ash@-a_7आ')).toBe('Asha7');
});

it('a person has a name in any script', () => {
  expect(refused(isPersonName, [['Asha'], ["O'Brien"], ['Åse-Marie'], ['आशा देवी'], ['José']])).toEqual([]);
  const wrong: Parameters<typeof isPersonName>[] = [
    ['Asha 2'],
    [' Asha'],
    ['<b>'],
    ['a'.repeat(21)],
    ['\u202eAsha'],
    [''],
  ];
  expect(refused(isPersonName, wrong)).toEqual(wrong);
});

it('an e-mail address has one at-sign and a domain with a dot', () => {
  expect(
    refused(isEmail, [
      ['asha@example.in'],
      ['a.b+c@mail.example.co'],
      ["o'hara@x.org"],
      ['a@xn--80ak6aa92e.com'],
    ]),
  ).toEqual([]);
  const wrong: Parameters<typeof isEmail>[] = [
    ['asha'],
    ['asha@'],
    ['@example.in'],
    ['asha@example'],
    ['a b@example.in'],
    ['a@b@example.in'],
    ['a..b@example.in'],
    ['a@-example.in'],
    ['a@example..in'],
    ['a@example.in\r\nBcc: x@y.z'],
    [`${'a'.repeat(40)}@example.in`],
  ];
  expect(refused(isEmail, wrong)).toEqual(wrong);
  expect(normaliseEmail('  Asha@Example.IN ')).toBe('asha@example.in');
});

it('a hostile address is refused quickly', () => {
  expect(isEmail(`${'a.'.repeat(20)}@`, bounds(50_000))).toBe(false);
  expect(isEmail(`a@${'a-'.repeat(20_000)}`, bounds(50_000))).toBe(false);
});

const bounds = (email_max: number) => ({
  phone_min: 6,
  phone_max: 15,
  password_min: 8,
  password_max: 32,
  email_max,
  username_min: 3,
  username_max: 16,
  otp_max: 6,
  number: 10,
  input_text: 20,
  promo_min: 3,
  promo_max: 10,
});

it('a mobile number fits its country, or has 6 to 15 digits', () => {
  expect(
    refused(isMobile, [
      ['9876543210', '+91'],
      ['6000000000', '+91'],
      ['912345678', '+351'],
      ['961234567', '+351'],
      ['41234567', '+47'],
      ['91234567', '+47'],
      ['123456', '+49'],
      ['123456789012345', '+1'],
      ['123456', '__proto__'],
    ]),
  ).toEqual([]);
  const wrong: Parameters<typeof isMobile>[] = [
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
  ];
  expect(refused(isMobile, wrong)).toEqual(wrong);
});

it('a mobile number of one field is known by its plus, or where one country has such numbers', () => {
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

describe('a password', () => {
  it('has a capital, a small letter, a digit, a special character, and 8 to 32 characters', () => {
    expect(refused(isPassword, [['Golden#7'], ['Zażółć_1'], [`Aa1!${'x'.repeat(28)}`]])).toEqual([]);
    const wrong: Parameters<typeof isPassword>[] = [
      ['golden#7'],
      ['GOLDEN#7'],
      ['Golden##'],
      ['Golden77'],
      ['Gold#7a'],
      [`Aa1!${'x'.repeat(29)}`],
      ['Golden #7'],
      [''],
    ];
    expect(refused(isPassword, wrong)).toEqual(wrong);
  });

  it('is told what it lacks, in the order of the list', () => {
    expect(passwordLacks('')).toEqual(['uppercase', 'lowercase', 'number', 'special', 'length']);
    expect(passwordLacks('golden77')).toEqual(['uppercase', 'special']);
    expect(passwordLacks('Golden#7')).toEqual([]);
  });
});

it('a promo code has letters, digits and underscores, not at its ends', () => {
  expect(refused(isPromoCode, [['WELCOME50'], ['a_b'], ['123']])).toEqual([]);
  const wrong: Parameters<typeof isPromoCode>[] = [['_abc'], ['ab'], ['ABCDEFGHIJK'], ['AB-C'], ['']];
  expect(refused(isPromoCode, wrong)).toEqual(wrong);
  expect(filterPromoCode('__we lc-ome_')).toBe('welcome_');
  expect(normalisePromoCode(' welcome50__ ')).toBe('WELCOME50');
});

it('what a filter leaves is never refused for its characters', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 40 }), (typed) => {
      expect(filterUsername(typed)).toMatch(/^[A-Za-z0-9]*$/);
      expect(filterPromoCode(typed)).toMatch(/^(?:[A-Za-z0-9]\w*)?$/);
      expect(filterUsername(filterUsername(typed))).toBe(filterUsername(typed));
      expect(normalisePromoCode(normalisePromoCode(typed))).toBe(normalisePromoCode(typed));
    }),
  );
});

it('eighteen years are full on the birthday itself', () => {
  expect(isOfAge('2008-11-21', '2026-11-21')).toBe(true);
  expect(isOfAge('2008-11-22', '2026-11-21')).toBe(false);
  // Born on a leap day: of age on 1 March.
  expect(isOfAge('2008-02-29', '2026-02-28')).toBe(false);
  expect(isOfAge('2008-02-29', '2026-03-01')).toBe(true);
});
