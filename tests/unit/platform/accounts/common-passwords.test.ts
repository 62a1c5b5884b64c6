import { describe, expect, it } from 'vitest';
import { containsOwnName, isCommonPassword } from '../../../../platform/accounts/common-passwords.ts';

describe('isCommonPassword', () => {
  it.each(['password', 'PASSWORD', 'Password1!', 'P@ssw0rd99', 'Qwerty123!', '!!Dragon2026', 'iloveyou!1'])(
    'returns true for the common password %s',
    (password) => expect(isCommonPassword(password)).toBe(true),
  );
  it.each(['Kite-river-42', 'Stone-bridge-81', 'Xq7!vB2#mP9z', 'Zebra!Lamp42', 'पासवर्ड-Ab1'])(
    'returns false for the uncommon password %s',
    (password) => expect(isCommonPassword(password)).toBe(false),
  );
});

describe('containsOwnName', () => {
  it.each([
    ['xX-MariGold-7', { username: 'marigold' }, true],
    ['xX-TeaPot-77', { username: 'marigold', email: 'teapot@mail.example' }, true],
    ['xX-Kettle-77', { username: 'marigold', email: 'teapot@mail.example' }, false],
    ['Ab-Cd-Ef-12', { username: 'marigold', email: 'ab@mail.example' }, false],
    ['Kite-river-42', { username: 'marigold', email: null }, false],
  ])('for the password %s and the player %j returns %s', (password, owner, holds) =>
    expect(containsOwnName(password, owner)).toBe(holds),
  );
});
