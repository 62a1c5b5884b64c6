import { codes } from '../contract/codes.ts';
import { checkMobile, normaliseEmail } from '../domain/input-rules.ts';
import { currentPasswordField, emailField, phoneCodeField } from './fields.ts';
import { type Field, type Form, type FormSettings, messageOf, type Sending, sending } from './form.ts';

/**
 * Declares the form for a new contact. The platform requires the password, because a contact gives access to the
 * account. The old contact stays in force until the player has verified the new one.
 */
function changeContactForm(
  { bounds }: FormSettings,
  own: { name: string; path: string; verifyAt: string; fields: readonly Field[]; sends: Sending },
): Form {
  const fields = [...own.fields, currentPasswordField(bounds)];
  return {
    name: own.name,
    path: own.path,
    picture: 'shield',
    layout: 'stacked',
    playersOnly: true,
    fields,
    steps: [
      {
        fields: fields.map(({ name }) => name),
        text: `form.${own.name}.text`,
        submit: 'form.continue',
        sends: own.sends,
      },
    ],
    follow: { kind: 'screen', path: own.verifyAt, text: `form.${own.name}.done_text` },
    codeTexts: {
      [codes.loginWrong]: 'password_wrong',
      [codes.emailInUse]: 'email_in_use',
      [codes.mobileInUse]: 'mobile_in_use',
    },
    links: [{ label: 'form.profile_back', href: '/my-accounts' }],
  };
}

export function changeEmailForm(settings: FormSettings): Form {
  return changeContactForm(settings, {
    name: 'change-email',
    path: '/my-accounts/email',
    verifyAt: '/my-accounts/verify-email',
    fields: [
      {
        ...emailField(settings.bounds),
        label: 'form.new_email',
        reportedAs: ['email_address', codes.emailInUse],
      },
    ],
    sends: sending('accounts/updateUserDetails', ({ email = '', password = '' }) => ({
      email_address: normaliseEmail(email),
      password,
    })),
  });
}

export function changeMobileForm(settings: FormSettings): Form {
  const { bounds } = settings;
  return changeContactForm(settings, {
    name: 'change-mobile',
    path: '/my-accounts/mobile',
    verifyAt: '/my-accounts/verify-mobile',
    fields: [
      phoneCodeField(),
      {
        name: 'mobile',
        control: 'text',
        input: 'mobile',
        label: 'form.new_mobile',
        autocomplete: 'tel-national',
        inputMode: 'tel',
        maxLength: bounds.phone_max,
        check: (value, { phoneCode = '' }) => messageOf(checkMobile(value, phoneCode, bounds), bounds),
        reportedAs: ['mobile_no', codes.mobileInUse],
      },
    ],
    sends: sending('accounts/updateUserDetails', ({ phoneCode = '', mobile = '', password = '' }) => ({
      country_code: phoneCode,
      mobile_no: mobile,
      password,
    })),
  });
}
