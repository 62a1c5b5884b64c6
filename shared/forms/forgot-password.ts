import { normaliseEmail } from '../domain/input-rules.ts';
import { confirmationField, identifierField, newPasswordField, otpField } from './fields.ts';
import { type Form, type FormSettings, sending, type Values } from './form.ts';

/** An identifier of digits, with or without a plus, is a mobile number. Any other identifier is an e-mail address. */
function contactOf({ identifier = '' }: Values) {
  const normalised = normaliseEmail(identifier);
  return /^\+?\d+$/.test(normalised) ? { mobile_no: normalised } : { email_address: normalised };
}

function recipientOf(values: Values) {
  const contact = contactOf(values);
  return { type: 3, notification_type: 'mobile_no' in contact ? 1 : 2, ...contact } as const;
}

/** Declares the form of popup 3, popup 8 and the page `/forgot-password`, in two variants (spec §2, §4, §5). */
export function forgotPasswordForm({ pattern, bounds }: FormSettings): Form {
  const texts = 'form.forgot-password';
  return {
    name: 'forgot-password',
    picture: 'shield',
    path: '/forgot-password',
    layout: pattern.forgot === 'wizard' ? 'wizard' : 'stacked',
    fields: [
      identifierField(bounds),
      otpField(bounds),
      newPasswordField('password', bounds),
      confirmationField('password', bounds),
    ],
    steps: [
      {
        fields: ['identifier'],
        title: `${texts}.identifier_title`,
        text: `${texts}.identifier_text`,
        submit: 'form.send_otp',
        sends: sending('accounts/sendOtp', recipientOf),
      },
      {
        fields: ['otp'],
        title: `${texts}.otp_title`,
        text: `${texts}.otp_text`,
        submit: 'form.verify_otp',
        sends: sending('accounts/verifyOtp', (values) => ({
          ...recipientOf(values),
          otp: values['otp'] ?? '',
        })),
        resends: sending('accounts/resendOtp', recipientOf),
      },
      {
        fields: ['password', 'confirmation'],
        title: `${texts}.password_title`,
        text: `${texts}.password_text`,
        submit: `${texts}.submit`,
        sends: sending('accounts/changeForgotPassword', (values) => ({
          type: 3,
          ...contactOf(values),
          otp: values['otp'] ?? '',
          password: values['password'] ?? '',
          confirm_password: values['confirmation'] ?? '',
        })),
      },
    ],
    follow: {
      kind: 'message',
      title: `${texts}.done_title`,
      text: `${texts}.done_text`,
      link: { label: 'form.login.submit', href: '/login', popup: 1 },
    },
    links: [
      { label: `${texts}.no_code`, href: '/contactus' },
      { label: `${texts}.back`, href: '/login', popup: 1 },
    ],
    visitorsOnly: true,
  };
}
