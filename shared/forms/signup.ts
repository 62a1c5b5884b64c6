import { normaliseEmail, normalisePromoCode } from '../domain/input-rules.ts';
import { type Form, type FormSettings, sending, type Values } from './form.ts';
import { type FormLists, statesOf } from './lists.ts';
import { type SignupField, signupFieldNames, signupFields } from './signup-fields.ts';

/** Fields of each layout, in the order in which they are shown (spec §2). */
const layouts: Record<FormSettings['pattern']['signup'], readonly SignupField[]> = {
  short: [
    'by',
    'username',
    'phoneCode',
    'mobile',
    'email',
    'password',
    'currency',
    'promoCode',
    'above18',
    'agree',
  ],
  full: [
    'username',
    'phoneCode',
    'mobile',
    'country',
    'state',
    'currency',
    'email',
    'password',
    'promoCode',
    'above18',
    'isPromotion',
  ],
  'full-password-first': [
    'password',
    'username',
    'phoneCode',
    'mobile',
    'country',
    'state',
    'currency',
    'email',
    'promoCode',
    'above18',
    'isPromotion',
  ],
};

/** Declares the form of popup 2, popup 7 and the page `/signup`, in three variants (spec §2, §5). */
export function signupForm(settings: FormSettings): Form {
  const layout = settings.pattern.signup;
  const isShort = layout === 'short';
  const shown = layouts[layout];
  const declared = signupFields(settings);
  return {
    name: 'signup',
    path: '/signup',
    picture: 'ticket',
    beside: isShort
      ? { content: 'signupPopupContent' }
      : { title: 'form.signup.banner_title', text: 'form.signup.banner_text' },
    layout: 'stacked',
    visitorsOnly: true,
    ...(isShort ? {} : { alertAt: 'bottom' }),
    fields: signupFieldNames.filter((name) => shown.includes(name)).map((name) => declared[name]),
    steps: [
      {
        fields: shown,
        submit: 'form.signup.submit',
        sends: sending('accounts/signup', (values) => ({
          type: 2,
          username: values['username'] ?? '',
          password: values['password'] ?? '',
          ...contactData(values, isShort),
          ...(isShort ? { agree: 1 } : placeData(values, settings.lists)),
          currency: values['currency'] ?? '',
          ...promoData(values),
          ageconfirm: 1,
          userLanguge: settings.lang,
        })),
      },
    ],
    follow: { kind: 'welcome', title: 'form.signup.done_title', text: 'form.signup.done_text' },
    next: ({ promoCode = '' }) => (!isShort && promoCode !== '' ? '/bonus' : null),
    links: [{ label: 'form.signup.login', href: '/login', popup: 1 }],
  };
}

function promoData({ promoCode = '' }: Values) {
  return promoCode === '' ? {} : { promoCode: normalisePromoCode(promoCode) };
}

function contactData({ by = '', email = '', phoneCode = '', mobile = '' }: Values, isShort: boolean) {
  return {
    ...(isShort && by === 'phone' ? {} : { email_address: normaliseEmail(email) }),
    ...(isShort && by !== 'phone' ? {} : { country_code: phoneCode, mobile_no: mobile }),
  };
}

function placeData({ country = '', state = '', isPromotion = '' }: Values, lists: FormLists) {
  return {
    country,
    ...(state !== '' && statesOf(lists, country).length > 0 ? { state } : {}),
    isPromotion: isPromotion === '1' ? 1 : 0,
  } as const;
}
