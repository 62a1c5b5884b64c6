import { hiddenField, otpField } from './fields.ts';
import { type Form, type FormSettings, type Sending, sending } from './form.ts';

/**
 * Declares the form that verifies a contact with a one-time password. A hidden field contains the contact, which the
 * account screen with the form has loaded.
 */
function verifyContactForm(
  { bounds }: FormSettings,
  own: { name: string; path: string; sends: Sending; verifies: Sending; reportedAs: string },
): Form {
  return {
    name: own.name,
    path: own.path,
    picture: 'shield',
    layout: 'wizard',
    playersOnly: true,
    fields: [{ ...hiddenField('identifier'), reportedAs: [own.reportedAs] }, otpField(bounds)],
    steps: [
      {
        fields: ['identifier'],
        text: 'form.verify_contact_text',
        submit: 'form.send_otp',
        notice: 'form.contact_otp_sent',
        sends: own.sends,
      },
      {
        fields: ['otp'],
        text: 'form.verify_otp_text',
        submit: 'form.verify_otp',
        sends: own.verifies,
        resends: own.sends,
      },
    ],
    follow: { kind: 'screen', path: '/my-accounts', text: `form.${own.name}.done_text` },
    links: [],
  };
}

export function verifyEmailForm(settings: FormSettings): Form {
  return verifyContactForm(settings, {
    name: 'verify-email',
    path: '/my-accounts/verify-email',
    sends: sending('accounts/sendEmailOtp', () => ({})),
    verifies: sending('accounts/verifyEmailOtp', ({ otp = '' }) => ({ otp })),
    reportedAs: 'email_address',
  });
}

export function verifyMobileForm(settings: FormSettings): Form {
  return verifyContactForm(settings, {
    name: 'verify-mobile',
    path: '/my-accounts/verify-mobile',
    sends: sending('accounts/smsMobileOtp', () => ({})),
    verifies: sending('accounts/verifyOtp/signup', ({ identifier = '', otp = '' }) => ({
      type: 3,
      mobile_no: identifier,
      notification_type: 1,
      otp,
    })),
    reportedAs: 'mobile_no',
  });
}
