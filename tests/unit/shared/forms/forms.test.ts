import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { allTexts, type LocaleTexts, readLocale } from '../../../../server/config/locale.ts';
import { calls } from '../../../../shared/contract/calls.ts';
import type { Form, Values } from '../../../../shared/forms/form.ts';
import { formNames, forms } from '../../../../shared/forms/forms.ts';
import { filteredValues, firstProblem } from '../../../../shared/forms/submit-form.ts';
import { screenAt } from '../../../../shared/pages/account-routes.ts';
import { privateAreas, resourceEntries } from '../../../../shared/resources.ts';
import { formSettings } from '../../../helpers/form-settings.ts';
import { typedForms as typed } from '../../../helpers/typed-forms.ts';

const locale = allTexts(readLocale(path.resolve(import.meta.dirname, '../../../../config'), 'en'));
const textOf = (key: string): unknown =>
  key
    .split('.')
    .reduce<LocaleTexts | string | undefined>(
      (texts, part) => (typeof texts === 'object' ? texts[part] : undefined),
      locale,
    );

/** Returns every text key that a form uses. */
function keysOf({ fields, steps, follow, links, codeTexts = {}, failure }: Form): string[] {
  const keys = [
    ...fields.flatMap(({ label, hint, warning, link, placeholder }) => [
      label,
      hint,
      warning?.text,
      link?.label,
      placeholder,
    ]),
    ...fields
      .filter(({ control }) => control === 'tabs')
      .flatMap(({ options }) => options?.({}).map(({ label }) => label)),
    ...steps.flatMap(({ title, text, submit, notice }) => [title, text, submit, notice]),
    ...links.map(({ label }) => label),
    ...Object.values(codeTexts),
    failure,
    ...(follow.kind === 'message' ? [follow.link?.label] : []),
    ...(follow.kind === 'message' || follow.kind === 'welcome' ? [follow.title, follow.text] : []),
    ...(follow.kind === 'screen' ? [follow.text] : []),
  ];
  return keys.filter((key) => key !== undefined);
}

const signupPatterns = ['short', 'full', 'full-password-first'] as const;

const everyForm = formNames.flatMap((name) =>
  (['popup', 'wizard'] as const).flatMap((forgot) =>
    (['content', 'banner'] as const).flatMap((login) =>
      // The setting `signup` changes only the signup form, so test the other forms with one value.
      (name === 'signup' ? signupPatterns : (['full'] as const)).map(
        (signup) => [name, forms[name](formSettings({ forgot, login, signup }))] as const,
      ),
    ),
  ),
);

describe.each(everyForm)('the form %s', (name, form) => {
  it('has the path of a public page, a screen of the account area, or another private page', () => {
    expect(form.name).toBe(name);
    const isPrivate = privateAreas.includes(form.path.split('/')[1] ?? '');
    const found = resourceEntries.find(([, resource]) => resource.path === form.path)?.[0];
    expect(found ?? null).toBe(isPrivate ? screenAt(form.path) : name);
  });

  it('uses only text keys that exist in the English texts', () => {
    expect(keysOf(form).filter((key) => typeof textOf(key) !== 'string')).toEqual([]);
  });

  it('shows each of its fields in exactly one step', () => {
    expect(form.steps.flatMap(({ fields }) => fields).toSorted()).toEqual(
      form.fields.map(({ name: field }) => field).toSorted(),
    );
  });

  it('builds valid requests from typical input', () => {
    const values = filteredValues(form, typed[name]);
    expect(firstProblem(form, form.steps, values)).toBeNull();
    for (const { sends, resends } of form.steps)
      for (const sending of [sends, ...(resends ? [resends] : [])]) {
        const parsed = calls[sending.call].request.safeParse(sending.data(values));
        expect([sending.call, parsed.error?.issues]).toEqual([sending.call, undefined]);
      }
  });

  it('has an error message for each required field', () => {
    for (const field of form.fields) {
      if (field.isOptional || field.control === 'tabs' || field.control === 'hidden') continue;
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
  it('in the variant "content", uses fixed minimum lengths instead of the configured ones', () => {
    expect(check('content', 'username', 'a')?.key).toBe('username_length_validation');
    expect(check('content', 'username', 'ash')).toBeNull();
    expect(check('content', 'username', 'asha4', 'blur')).toEqual({
      key: 'username_length_validation',
      values: { min: 6 },
    });
    expect(check('content', 'password', '12345')?.key).toBe('password_length_validation');
    expect(check('content', 'password', '123456')).toBeNull();
  });

  it('in the variant "banner", uses the configured bounds', () => {
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

  it('sends the code to an e-mail address or a mobile number', () => {
    expect(recipient('Asha42@Mail.example')).toEqual({
      type: 3,
      notification_type: 2,
      email_address: 'asha42@mail.example',
    });
    expect(recipient('+919876543210')).toEqual({ type: 3, notification_type: 1, mobile_no: '+919876543210' });
  });

  it('is a wizard or a single page, depending on the configuration', () => {
    expect(form.layout).toBe('wizard');
    expect(forms['forgot-password'](formSettings({ forgot: 'popup' })).layout).toBe('stacked');
  });
});

const variant = (signup: (typeof signupPatterns)[number]) => forms.signup(formSettings({ signup }));
const shownIn = (form: Form, values: Values) =>
  form.steps[0].fields.filter(
    (name) => form.fields.find((field) => field.name === name)?.isShown?.(values) ?? true,
  );
const disabledIn = (form: Form) => form.fields.filter(({ isDisabled }) => isDisabled).map(({ name }) => name);
const shortPassword = (value: string) =>
  variant('short')
    .fields.find(({ name }) => name === 'password')
    ?.check(value, {}, 'submit')?.key;

describe('signupForm', () => {
  const given: Values = { ...typed.signup, mobile: '9876543210' };

  it('shows the fields of each variant in the order of the specification', () => {
    const full =
      'username phoneCode mobile country state currency email password promoCode above18 isPromotion';
    const passwordFirst =
      'password username phoneCode mobile country state currency email promoCode above18 isPromotion';
    expect(shownIn(variant('full'), given).join(' ')).toBe(full);
    expect(shownIn(variant('full-password-first'), given).join(' ')).toBe(passwordFirst);
    expect(shownIn(variant('short'), { by: 'email' }).join(' ')).toBe(
      'by username email password currency promoCode above18 agree',
    );
    expect(shownIn(variant('short'), { by: 'phone' }).join(' ')).toBe(
      'by username phoneCode mobile password currency promoCode above18 agree',
    );
  });

  it('reports only the first invalid field, in the order of the specification', () => {
    const form = variant('full');
    const order = [
      'username',
      'password',
      'phoneCode',
      'mobile',
      'email',
      'country',
      'state',
      'currency',
      'above18',
    ];
    // For each field of `order`, submit valid values for all earlier fields, and no values for this field and the later
    // fields.
    const found = order.map((_name, index) => {
      const values: Values = Object.fromEntries(
        order.slice(0, index).map((name) => [name, given[name] ?? '']),
      );
      return firstProblem(form, form.steps, values)?.field;
    });
    expect(found).toEqual(order);
  });

  it('requires a state only if the chosen country has states', () => {
    const form = variant('full');
    const problemFor = (country: string) =>
      firstProblem(form, form.steps, { ...given, country, state: '' })?.field ?? null;
    expect([problemFor('IN'), problemFor('SG')]).toEqual(['state', null]);
  });

  it('sends no state if the form does not let the player choose one', () => {
    const form = variant('full-password-first');
    const values = { ...given, country: 'IN', state: '' };
    expect(firstProblem(form, form.steps, values)).toBeNull();
    expect(form.steps[0].sends.data(values)).not.toHaveProperty('state');
  });

  it('offers only the states of the chosen country', () => {
    const state = variant('full').fields.find(({ name }) => name === 'state');
    const counts = [{}, { country: 'IN' }, { country: 'NO' }, { country: '' }].map(
      (values) => state?.options?.(values).length,
    );
    expect(counts).toEqual([72, 36, 15, 0]);
  });

  it('disables country, state and currency in the password-first layout if multiCurrency is off', () => {
    expect(disabledIn(variant('full-password-first'))).toEqual(['country', 'state', 'currency']);
    expect(disabledIn(variant('full'))).toEqual([]);
    const settings = { ...formSettings({ signup: 'full-password-first' }), multiCurrency: true };
    expect(disabledIn(forms.signup(settings))).toEqual([]);
  });

  it('sends only the contact of the chosen tab in the variant "short"', () => {
    const { data } = variant('short').steps[0].sends;
    expect(Object.keys(data({ ...given, by: 'email' }))).not.toContain('mobile_no');
    expect(Object.keys(data({ ...given, by: 'phone' }))).not.toContain('email_address');
  });

  it('checks the minimum length of the password before the other rules in the variant "short"', () => {
    expect([shortPassword('Ab1!'), shortPassword('Ab1!xyz')]).toEqual([
      'password_length_validation',
      'password_requirement',
    ]);
  });

  it('opens the bonus page only in the variant `full`, after a sign-up with a promo code', () => {
    expect(variant('full').next?.({ promoCode: 'WELCOME' }, {})).toBe('/bonus');
    expect(variant('full').next?.({ promoCode: '' }, {})).toBeNull();
    expect(variant('short').next?.({ promoCode: 'WELCOME' }, {})).toBeNull();
  });
});
