import { codes } from '../contract/codes.ts';
import type { InputBounds } from '../domain/input-bounds.ts';
import {
  checkConfirmation,
  checkContactName,
  checkEmail,
  checkIdentifier,
  checkMessage,
  checkNewPassword,
  checkOtp,
  checkPhoneCode,
  messageMax,
  normaliseEmail,
} from '../domain/input-rules.ts';
import { type Field, messageOf } from './form.ts';

export function emailField(bounds: InputBounds): Field {
  return {
    name: 'email',
    control: 'email',
    input: 'email',
    label: 'form.email',
    autocomplete: 'email',
    inputMode: 'email',
    maxLength: bounds.email_max,
    check: (value) => messageOf(checkEmail(normaliseEmail(value), bounds), bounds),
    reportedAs: ['email_address'],
  };
}

/** A single field for an e-mail address or a mobile number. */
export function identifierField(bounds: InputBounds): Field {
  return {
    name: 'identifier',
    control: 'text',
    input: 'identifier',
    label: 'form.identifier',
    hint: 'form.identifier_hint',
    autocomplete: 'username',
    maxLength: bounds.identifier_max,
    check: (value) => messageOf(checkIdentifier(normaliseEmail(value), bounds), bounds),
    reportedAs: ['email_address', 'mobile_no', 'country_code'],
  };
}

export function otpField(bounds: InputBounds): Field {
  return {
    name: 'otp',
    control: 'otp',
    input: 'otp',
    label: 'form.otp',
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    maxLength: bounds.otp_max,
    check: (value) => messageOf(checkOtp(value, bounds), bounds),
    reportedAs: ['10510'],
  };
}

export function phoneCodeField(): Field {
  return {
    name: 'phoneCode',
    control: 'phone-code',
    input: 'text',
    label: 'form.phone_code',
    autocomplete: 'tel-country-code',
    check: (value) => {
      const key = checkPhoneCode(value);
      return key === null ? null : { key };
    },
    reportedAs: ['country_code'],
  };
}

export function contactNameField(bounds: InputBounds): Field {
  return {
    name: 'username',
    control: 'text',
    input: 'text',
    label: 'form.contact_name',
    autocomplete: 'name',
    // The rule allows 16 code points. The browser counts UTF-16 units, and a code point can consist of two units.
    maxLength: 32,
    check: (value) => messageOf(checkContactName(value), bounds),
  };
}

export function messageField(bounds: InputBounds): Field {
  return {
    name: 'message',
    control: 'textarea',
    input: 'text',
    label: 'form.message',
    hint: 'form.message_hint',
    maxLength: messageMax * 2,
    check: (value) => messageOf(checkMessage(value), bounds),
  };
}

export function newPasswordField(name: string, bounds: InputBounds): Field {
  return {
    name,
    control: 'new-password',
    input: 'password',
    label: 'form.new_password',
    autocomplete: 'new-password',
    maxLength: bounds.password_max,
    check: (value) => messageOf(checkNewPassword(value, bounds), bounds),
  };
}

/** @param repeated name of the field whose password this field repeats */
export function confirmationField(repeated: string, bounds: InputBounds): Field {
  return {
    name: 'confirmation',
    control: 'password',
    input: 'password',
    label: 'form.confirm_password',
    autocomplete: 'new-password',
    maxLength: bounds.password_max,
    check: (value, values) =>
      messageOf(value === '' ? 'enter_a_password' : checkConfirmation(value, values[repeated] ?? ''), bounds),
    reportedAs: ['confirm_password'],
  };
}

export function tickField(name: string, label: string, missing: string): Field {
  return {
    name,
    control: 'tick',
    input: 'text',
    label,
    check: (value) => (value === '1' ? null : { key: missing }),
  };
}

/** A proof of work, which slows down programs that send spam to the operator. */
export const captchaField: Field = {
  name: 'captcha',
  control: 'captcha',
  input: 'text',
  label: 'form.captcha',
  check: (value) => (value === '' ? { key: 'captcha_needs_script' } : null),
  reportedAs: ['15115'],
};

/** A hidden field with a value that the account screen with the form has loaded. The form sends the value back. */
export function hiddenField(name: string, format = /^/): Field {
  return {
    name,
    control: 'hidden',
    input: 'text',
    label: 'form.hidden',
    check: (value) => (format.test(value) ? null : { key: 'field.wrong' }),
  };
}

/**
 * The idempotency key of a form that moves money.
 * @param sentBefore text key of the error message if an earlier request had the same idempotency key but other data
 */
export const keyField = (sentBefore: string): Field => ({
  name: 'idempotencyKey',
  control: 'key',
  input: 'text',
  label: 'form.key',
  sentBefore,
  check: (value) => (/^[A-Za-z0-9_-]{8,64}$/.test(value) ? null : { key: 'field.wrong' }),
});

/** The player's current password, which confirms a change of the account. */
export function currentPasswordField(bounds: InputBounds): Field {
  return {
    name: 'password',
    control: 'password',
    input: 'password',
    label: 'form.current_password',
    autocomplete: 'current-password',
    maxLength: bounds.password_max,
    check: (value) => (value === '' ? { key: 'enter_a_password' } : null),
    reportedAs: [codes.loginWrong],
  };
}
