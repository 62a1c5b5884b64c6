import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { allTexts, type LocaleTexts, readLocale } from '../../../../server/config/locale.ts';
import { calls } from '../../../../shared/contract/calls.ts';
import type { Form, Values } from '../../../../shared/forms/form.ts';
import { formNames, forms } from '../../../../shared/forms/forms.ts';
import { filteredValues, firstProblem } from '../../../../shared/forms/submit-form.ts';
import { privateAreas, resourceEntries } from '../../../../shared/resources.ts';
import { formSettings } from '../../../helpers/form-settings.ts';

/** Typical input of a player with an account, for each form. */
const typed: Record<keyof typeof forms, Values> = {
  login: { username: 'asha42', password: 'Kite-river-42' },
  logout: {},
  'forgot-password': {
    identifier: ' Asha42@Mail.example',
    otp: '123 456',
    password: 'Kite-river-42',
    confirmation: 'Kite-river-42',
  },
  contact: { username: ' Åse ', email: 'ase@mail.example', message: 'Hi', consent: '1', captcha: 'e30=' },
  'schedule-demo': {
    username: 'Åse',
    email: 'ase@mail.example',
    message: 'Hi',
    consent: '1',
    captcha: 'e30=',
  },
  'claim-status': {
    receiptNumber: 'keno-7809-7qk2m9xa4t',
    phoneCode: '+91',
    mobile: '98765 43210',
    otp: '123456',
  },
  'stop-invitations': { token: 'a'.repeat(64) },
  'take-back-contact': { token: 'a'.repeat(43) },
};

const locale = allTexts(readLocale(path.resolve(import.meta.dirname, '../../../../config'), 'en'));
const textOf = (key: string): unknown =>
  key
    .split('.')
    .reduce<LocaleTexts | string | undefined>(
      (texts, part) => (typeof texts === 'object' ? texts[part] : undefined),
      locale,
    );

/** Returns every text key that a form uses. */
function keysOf({ fields, steps, follow, links }: Form): string[] {
  const keys = [
    ...fields.flatMap(({ label, hint }) => [label, hint]),
    ...steps.flatMap(({ title, text, submit }) => [title, text, submit]),
    ...links.map(({ label }) => label),
    ...(follow.kind === 'message' ? [follow.title, follow.text, follow.link?.label] : []),
  ];
  return keys.filter((key) => key !== undefined);
}

const everyForm = formNames.flatMap((name) =>
  (['popup', 'wizard'] as const).flatMap((forgot) =>
    (['content', 'banner'] as const).map(
      (login) => [name, forms[name](formSettings({ forgot, login }))] as const,
    ),
  ),
);

describe.each(everyForm)('the form %s', (name, form) => {
  it('has its registered name, and its path is a public resource or in a private area', () => {
    expect(form.name).toBe(name);
    const isPrivate = privateAreas.includes(form.path.split('/')[1] ?? '');
    const found = resourceEntries.find(([, resource]) => resource.path === form.path)?.[0];
    expect(found).toBe(isPrivate ? undefined : name);
  });

  it('has a text for every text key', () => {
    expect(keysOf(form).filter((key) => typeof textOf(key) !== 'string')).toEqual([]);
  });

  it('shows each of its fields in exactly one step', () => {
    expect(form.steps.flatMap(({ fields }) => fields).toSorted()).toEqual(
      form.fields.map(({ name: field }) => field).toSorted(),
    );
  });

  it('accepts typical input and builds data that matches the schema of each call', () => {
    const values = filteredValues(form, typed[name]);
    expect(firstProblem(form, form.steps, values)).toBeNull();
    for (const { sends, resends } of form.steps)
      for (const sending of [sends, ...(resends ? [resends] : [])]) {
        const parsed = calls[sending.call].request.safeParse(sending.data(values));
        expect([sending.call, parsed.error?.issues]).toEqual([sending.call, undefined]);
      }
  });

  it('has a message for each field that is left empty', () => {
    for (const field of form.fields) {
      const message = field.check('', {}, 'submit');
      expect([field.name, typeof textOf(message?.key ?? '')]).toEqual([field.name, 'string']);
    }
  });
});

const check = (login: 'content' | 'banner', name: string, value: string, at: 'blur' | 'submit' = 'submit') =>
  forms
    .login(formSettings({ login }))
    .fields.find((field) => field.name === name)
    ?.check(value, {}, at);

describe('loginForm', () => {
  it('has its own minimums in the variant "content": username 2 on submit and 6 on blur, password 6', () => {
    expect(check('content', 'username', 'a')?.key).toBe('username_length_validation');
    expect(check('content', 'username', 'ash')).toBeNull();
    expect(check('content', 'username', 'asha4', 'blur')).toEqual({
      key: 'username_length_validation',
      values: { min: 6 },
    });
    expect(check('content', 'password', '12345')?.key).toBe('password_length_validation');
    expect(check('content', 'password', '123456')).toBeNull();
  });

  it('has the configured bounds and the password rule in the variant "banner"', () => {
    expect(check('banner', 'username', 'as')).toEqual({
      key: 'username_length_validation',
      values: { min: 3 },
    });
    expect(check('banner', 'password', 'lowercase-only')?.key).toBe('password_requirement');
    expect(check('banner', 'password', 'Kite-river-42')).toBeNull();
  });
});

describe('forgotPasswordForm', () => {
  const form = forms['forgot-password'](formSettings());
  const recipient = (identifier: string) => form.steps[0].sends.data({ identifier });

  it('sends the code to a lower-case mail address or to a mobile number', () => {
    expect(recipient('Asha42@Mail.example')).toEqual({
      type: 3,
      notification_type: 2,
      email_address: 'asha42@mail.example',
    });
    expect(recipient('+919876543210')).toEqual({ type: 3, notification_type: 1, mobile_no: '+919876543210' });
  });

  it('is a wizard or one page, depending on the configured pattern', () => {
    expect(form.layout).toBe('wizard');
    expect(forms['forgot-password'](formSettings({ forgot: 'popup' })).layout).toBe('stacked');
  });
});
