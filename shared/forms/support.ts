import { normaliseEmail } from '../domain/input-rules.ts';
import { captchaField, contactNameField, emailField, messageField, tickField } from './fields.ts';
import { type Form, type FormSettings, sending, type Values } from './form.ts';

function supportData({ username = '', email = '', message = '', captcha = '' }: Values) {
  // Browsers send each line break as CR LF (HTML standard, "constructing the entry list"). Send LF to the platform, so
  // that each line break counts as one character.
  const lines = message.replaceAll('\r\n', '\n');
  return { username, email_address: normaliseEmail(email), message: lines, captcha, consent: 1 } as const;
}

/**
 * Declares the contact form or the schedule-demo form. Both forms have the same fields, but make different calls (spec
 * §2, §5).
 */
function supportForm(
  { bounds }: FormSettings,
  own: Pick<Form, 'name' | 'path' | 'picture' | 'beside'> & {
    call: 'support/contact' | 'support/scheduleDemo';
  },
): Form {
  const { call, ...page } = own;
  const { name } = page;
  return {
    ...page,
    layout: 'stacked',
    fields: [
      contactNameField(bounds),
      emailField(bounds),
      messageField(bounds),
      tickField('consent', 'form.consent', 'please_give_consent'),
      captchaField,
    ],
    steps: [
      {
        fields: ['username', 'email', 'message', 'consent', 'captcha'],
        submit: `form.${name}.submit`,
        sends: sending(call, supportData),
      },
    ],
    follow: { kind: 'message', title: `form.${name}.done_title`, text: 'form.reference' },
    links: [],
  };
}

export function contactForm(settings: FormSettings): Form {
  return supportForm(settings, {
    name: 'contact',
    path: '/contactus',
    picture: 'phone',
    beside: { content: 'contactus' },
    call: 'support/contact',
  });
}

export function scheduleDemoForm(settings: FormSettings): Form {
  return supportForm(settings, {
    name: 'schedule-demo',
    path: '/scheduledemo',
    picture: 'handshake',
    call: 'support/scheduleDemo',
  });
}
