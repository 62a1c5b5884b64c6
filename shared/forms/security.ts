import { codes } from '../contract/codes.ts';
import { confirmationField, currentPasswordField, hiddenField, newPasswordField } from './fields.ts';
import { type Form, type FormSettings, sending } from './form.ts';

const securityPath = '/my-accounts/security';

/** Declares the form with which a player ends one of their sessions, or all except the current one. */
export function endSessionForm(): Form {
  return {
    name: 'end-session',
    path: securityPath,
    picture: 'shield',
    layout: 'stacked',
    playersOnly: true,
    fields: [hiddenField('sessionId', /^(?:others|[0-9a-f]{32})$/)],
    steps: [
      {
        fields: ['sessionId'],
        submit: 'form.end-session.submit',
        sends: sending('accounts/endSession', ({ sessionId = '' }) => ({ sessionId })),
      },
    ],
    follow: { kind: 'screen', path: securityPath, text: 'form.end-session.done_text' },
    codeTexts: { [codes.notFound]: 'form.end-session.ended_before' },
    links: [],
  };
}

/** Declares the form with which a player replaces the password. */
export function changePasswordForm({ bounds }: FormSettings): Form {
  const texts = 'form.change-password';
  const replacement = newPasswordField('newPassword', bounds);
  return {
    name: 'change-password',
    path: '/my-accounts/security/password',
    picture: 'shield',
    layout: 'stacked',
    playersOnly: true,
    fields: [
      currentPasswordField(bounds),
      {
        ...replacement,
        showsStrength: true,
        check: (value, values, at) =>
          value !== '' && value === values['password']
            ? { key: 'password_unchanged' }
            : replacement.check(value, values, at),
      },
      confirmationField('newPassword', bounds),
    ],
    steps: [
      {
        fields: ['password', 'newPassword', 'confirmation'],
        submit: `${texts}.submit`,
        sends: sending('accounts/changePassword', ({ password = '', newPassword = '' }) => ({
          password,
          newPassword,
        })),
      },
    ],
    follow: { kind: 'screen', path: securityPath, text: `${texts}.done_text` },
    codeTexts: { [codes.loginWrong]: 'password_wrong' },
    links: [],
  };
}
