import type { InputBounds } from '../domain/input-bounds.ts';
import {
  checkMobile,
  checkNewPassword,
  checkPromoCode,
  checkUsername,
  normaliseEmail,
  normalisePromoCode,
} from '../domain/input-rules.ts';
import { emailField, phoneCodeField, tickField } from './fields.ts';
import { type Field, type FormSettings, messageOf, sending, type Values } from './form.ts';
import { currenciesOf, isAmong, type Option, statesOf } from './lists.ts';

/** The short form has its own minimum lengths (spec §5). */
const shortMinimums = { username: 3, password: 6 } as const;

/** Names of all fields of the signup forms. They are validated in this order (spec §5). */
export const signupFieldNames = [
  'by',
  'username',
  'password',
  'phoneCode',
  'mobile',
  'email',
  'country',
  'state',
  'currency',
  'above18',
  'agree',
  'promoCode',
  'isPromotion',
] as const;

export type SignupField = (typeof signupFieldNames)[number];

/** Declares all fields of the signup forms. Each variant of the signup form shows some of these fields. */
export function signupFields(settings: FormSettings): Record<SignupField, Field> {
  return { ...accountFields(settings), ...contactFields(settings), ...placeFields(settings), ...ticks };
}

function accountFields({ pattern, bounds }: FormSettings) {
  const isShort = pattern.signup === 'short';
  const names: InputBounds = isShort ? { ...bounds, username_min: shortMinimums.username } : bounds;
  return {
    username: {
      name: 'username',
      control: 'text',
      input: 'username',
      label: 'form.username',
      autocomplete: 'username',
      maxLength: bounds.username_max,
      check: (value) => messageOf(checkUsername(value, names), names),
      reportedAs: ['10496'],
      asks: sending('accounts/checkUserDetails', ({ username = '' }) => ({
        checkUserDetailsType: 1,
        username,
      })),
    },
    password: {
      name: 'password',
      control: 'new-password',
      input: 'password',
      label: 'form.password',
      autocomplete: 'new-password',
      maxLength: bounds.password_max,
      showsStrength: true,
      check: (value) => {
        if (isShort && value !== '' && value.length < shortMinimums.password)
          return { key: 'password_length_validation', values: { min: shortMinimums.password } };
        return messageOf(checkNewPassword(value, bounds), bounds);
      },
    },
    promoCode: {
      name: 'promoCode',
      control: 'text',
      input: 'promoCode',
      label: 'form.signup.promo_code',
      isOptional: true,
      hasCampaign: true,
      maxLength: bounds.promo_max,
      check: (value) =>
        value === '' ? null : messageOf(checkPromoCode(normalisePromoCode(value), bounds), bounds),
      reportedAs: ['10520', '10521', '10522'],
      asks: sending('campaign/getSignupBonusCalculations', ({ promoCode = '', currency = '' }) => ({
        promoCode: normalisePromoCode(promoCode),
        currency,
      })),
    },
  } as const satisfies Partial<Record<SignupField, Field>>;
}

function contactFields({ pattern, bounds }: FormSettings) {
  // The short form has one tab for the e-mail address and one for the mobile number. Without script, the server shows
  // both fields, because it does not know the chosen tab before the form is sent.
  const isFor =
    (tab: string) =>
    ({ by }: Values): boolean =>
      pattern.signup !== 'short' || by === undefined || (by === 'phone') === (tab === 'phone');
  return {
    by: {
      name: 'by',
      control: 'tabs',
      input: 'text',
      label: 'form.signup.by',
      options: () => [
        { value: 'email', label: 'form.signup.by_email' },
        { value: 'phone', label: 'form.signup.by_phone' },
      ],
      check: () => null,
    },
    phoneCode: { ...phoneCodeField(), isShown: isFor('phone') },
    mobile: {
      name: 'mobile',
      control: 'text',
      input: 'mobile',
      label: 'form.mobile',
      autocomplete: 'tel-national',
      inputMode: 'tel',
      maxLength: bounds.phone_max,
      isShown: isFor('phone'),
      check: (value, { phoneCode = '' }) => messageOf(checkMobile(value, phoneCode, bounds), bounds),
      reportedAs: ['mobile_no', '10498'],
      asks: sending('accounts/checkUserDetails', ({ phoneCode = '', mobile = '' }) => ({
        checkUserDetailsType: 3,
        country_code: phoneCode,
        mobile_no: mobile,
      })),
    },
    email: {
      ...emailField(bounds),
      isShown: isFor('email'),
      reportedAs: ['email_address', '10497'],
      asks: sending('accounts/checkUserDetails', ({ email = '' }) => ({
        checkUserDetailsType: 2,
        email_address: normaliseEmail(email),
      })),
    },
  } as const satisfies Partial<Record<SignupField, Field>>;
}

function placeFields({ pattern, lists, multiCurrency }: FormSettings) {
  const isDisabled = pattern.signup === 'full-password-first' && !multiCurrency;
  // If the player cannot choose the state, any preset state would often be wrong. So the state stays empty until they
  // complete their profile.
  const isStateOf = (value: string, country = ''): boolean =>
    (isDisabled && value === '') || isAmong(statesOf(lists, country), value);
  const currencies = ({ country }: Values): readonly Option[] => currenciesOf(lists, country ?? '');
  return {
    country: {
      name: 'country',
      control: 'select',
      input: 'text',
      label: 'form.country',
      autocomplete: 'country',
      options: () => lists.countries,
      ...(isDisabled ? { initial: lists.defaultCountry } : { placeholder: 'form.choose_country' }),
      isDisabled,
      check: (value) => (isAmong(lists.countries, value) ? null : { key: 'country_required' }),
    },
    state: {
      name: 'state',
      control: 'select',
      input: 'text',
      label: 'form.state',
      autocomplete: 'address-level1',
      // Without script, the list contains the states of all countries. The empty first option prevents an accidental
      // choice.
      options: ({ country }) =>
        country === undefined ? [{ value: '', label: '–' }, ...lists.states] : statesOf(lists, country),
      ...(isDisabled ? { placeholder: 'form.signup.state_later', isOptional: true, options: () => [] } : {}),
      isDisabled,
      isShown: ({ country }) => country === undefined || statesOf(lists, country).length > 0,
      check: (value, { country }) => (isStateOf(value, country) ? null : { key: 'state_required' }),
    },
    currency: {
      name: 'currency',
      control: 'select',
      input: 'text',
      label: 'form.signup.currency',
      autocomplete: 'transaction-currency',
      options: currencies,
      isDisabled,
      check: (value, values) => (isAmong(currencies(values), value) ? null : { key: 'currency_required' }),
    },
  } as const satisfies Partial<Record<SignupField, Field>>;
}

const ticks = {
  above18: tickField('above18', 'form.signup.above_18', 'please_confirm_your_age'),
  agree: {
    ...tickField('agree', 'form.signup.agree', 'please_accept_terms'),
    link: { label: 'form.signup.terms', href: '/termsandconditions' },
  },
  isPromotion: {
    ...tickField('isPromotion', 'form.is_promotion', ''),
    isOptional: true,
    check: () => null,
  },
} as const satisfies Partial<Record<SignupField, Field>>;
