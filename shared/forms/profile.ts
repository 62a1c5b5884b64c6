import type { Profile } from '../contract/profile.ts';
import type { InputBounds } from '../domain/input-bounds.ts';
import { checkPersonName } from '../domain/input-rules.ts';
import { hiddenField } from './fields.ts';
import {
  type Field,
  type Form,
  type FormSettings,
  messageOf,
  prefilling,
  sending,
  type Values,
} from './form.ts';
import { isAmong, statesOf } from './lists.ts';

/** Declares the form with which players edit their profile, apart from its contacts. */
export function profileForm(settings: FormSettings): Form {
  const { bounds, lists } = settings;
  const fields = [
    hiddenField('given'),
    hiddenField('fixed'),
    hiddenField('verified'),
    identityField(nameField('firstName', 'form.first_name', 'given-name', bounds)),
    identityField(nameField('lastName', 'form.last_name', 'family-name', bounds)),
    identityField(birthDateField),
    ...placeFields(settings).map(identityField),
    lineField('street', 'form.street', 'address-line1', 80),
    lineField('city', 'form.city', 'address-level2', 80),
    lineField('postCode', 'form.post_code', 'postal-code', 12),
    ...preferenceFields(settings),
  ];
  return {
    name: 'profile',
    path: '/my-accounts/edit',
    picture: 'heart',
    layout: 'stacked',
    playersOnly: true,
    fields,
    steps: [
      {
        fields: fields.map(({ name }) => name),
        submit: 'form.profile.submit',
        sends: sending('accounts/updateUserDetails', (values) =>
          changesOf(values, lists.languages.length > 1),
        ),
      },
    ],
    follow: { kind: 'screen', path: '/my-accounts', text: 'form.profile.done_text' },
    links: [{ label: 'form.profile_back', href: '/my-accounts' }],
    prefill: prefilling('accounts/getUserProfile', valuesOf),
  };
}

/**
 * An operator checks these fields to approve a player's identity. The player cannot change them while the check is
 * pending or after the approval.
 */
const identity = ['firstName', 'lastName', 'birthDate', 'country', 'state'];

/**
 * Returns the initial values of the form. The form has three hidden fields, which a POST without script also
 * contains. `given` lists the fields of the player's name, birth date and country that have a value, because these
 * fields cannot become empty. `fixed` lists the fields that cannot be changed. `verified` states whether the e-mail
 * address is verified.
 */
function valuesOf(profile: Profile): Values {
  const { isPromotion, showInWinners, winMail, noticeMail, emailVerified, kycStatus } = profile;
  const person = {
    firstName: profile.firstName ?? '',
    lastName: profile.lastName ?? '',
    birthDate: profile.birthDate ?? '',
    country: profile.country ?? '',
  };
  const given = Object.entries(person).flatMap(([name, value]) => (value === '' ? [] : [name]));
  return {
    ...person,
    given: given.join(' '),
    fixed: kycStatus === 'pending' || kycStatus === 'approved' ? identity.join(' ') : '',
    state: profile.state ?? '',
    street: profile.street ?? '',
    city: profile.city ?? '',
    postCode: profile.postCode ?? '',
    language: profile.userLanguge,
    isPromotion: isPromotion ? '1' : '',
    showInWinners: showInWinners ? '1' : '',
    winMail: winMail ? '1' : '',
    noticeMail: noticeMail ? '1' : '',
    verified: emailVerified ? 'email' : 'none',
  };
}

const isFixed =
  (name: string) =>
  ({ fixed = '' }: Values): boolean =>
    fixed.split(' ').includes(name);

/**
 * Adds the rules for a field that an operator checks. A field that has a value cannot become empty. No such field can
 * be changed while the operator's check is pending or after the approval.
 */
function identityField(field: Field): Field {
  const { name, check } = field;
  return {
    ...field,
    isFixed: isFixed(name),
    check: (value, values, at) => {
      if (isFixed(name)(values)) return null;
      const isGiven = (values['given'] ?? '').split(' ').includes(name);
      return value === '' && isGiven ? { key: 'cannot_be_deleted' } : check(value, values, at);
    },
  };
}

const tick = (value: string | undefined) => (value === '1' ? 1 : 0);

function changesOf(values: Values, hasLanguages: boolean) {
  const { firstName, lastName, birthDate, country, state, language = '' } = values;
  const isFree = (name: string, value: string | undefined): value is string =>
    Boolean(value) && !isFixed(name)(values);
  return {
    ...(isFree('firstName', firstName) ? { firstName } : {}),
    ...(isFree('lastName', lastName) ? { lastName } : {}),
    ...(isFree('birthDate', birthDate) ? { birthDate } : {}),
    ...(isFree('country', country) ? { country, ...(state ? { state } : {}) } : {}),
    street: values['street'] ?? '',
    city: values['city'] ?? '',
    postCode: values['postCode'] ?? '',
    ...(hasLanguages ? { userLanguge: language } : {}),
    isPromotion: tick(values['isPromotion']),
    showInWinners: tick(values['showInWinners']),
    winMail: tick(values['winMail']),
    noticeMail: tick(values['noticeMail']),
  } as const;
}

function nameField(
  name: 'firstName' | 'lastName',
  label: string,
  autocomplete: string,
  bounds: InputBounds,
): Field {
  return {
    name,
    control: 'text',
    input: 'text',
    label,
    autocomplete,
    maxLength: bounds.input_text,
    isOptional: true,
    check: (value) => (value === '' ? null : messageOf(checkPersonName(value, bounds), bounds)),
  };
}

const birthDateField: Field = {
  name: 'birthDate',
  control: 'date',
  input: 'text',
  label: 'form.birth_date',
  autocomplete: 'bday',
  isOptional: true,
  check: (value) => (value === '' || /^\d{4}-\d{2}-\d{2}$/.test(value) ? null : { key: 'field.wrong' }),
};

function placeFields({ lists }: FormSettings): Field[] {
  return [
    {
      name: 'country',
      control: 'select',
      input: 'text',
      label: 'form.country',
      autocomplete: 'country',
      placeholder: 'form.choose_country',
      isOptional: true,
      options: () => lists.countries,
      check: (value) =>
        value === '' || isAmong(lists.countries, value) ? null : { key: 'country_required' },
    },
    {
      name: 'state',
      control: 'select',
      input: 'text',
      label: 'form.state',
      autocomplete: 'address-level1',
      placeholder: 'form.choose_state',
      // Without script, the list contains the states of all countries.
      options: ({ country }) => (country === undefined ? lists.states : statesOf(lists, country)),
      isShown: ({ country }) => country === undefined || statesOf(lists, country).length > 0,
      check: (value, values) =>
        isAmong(statesOf(lists, values['country'] ?? ''), value) ? null : { key: 'state_required' },
    },
  ];
}

function lineField(name: string, label: string, autocomplete: string, maxLength: number): Field {
  return {
    name,
    control: 'text',
    input: 'text',
    label,
    autocomplete,
    maxLength,
    isOptional: true,
    check: (value) => (value.length > maxLength ? { key: 'field.wrong' } : null),
  };
}

function preferenceFields({ lists }: FormSettings): Field[] {
  const tickBox = { control: 'tick', input: 'text', isOptional: true, check: () => null } as const;
  return [
    {
      name: 'language',
      control: 'select',
      input: 'text',
      label: 'form.language',
      hint: 'form.profile.language_hint',
      options: () => lists.languages,
      isShown: () => lists.languages.length > 1,
      check: (value) => (isAmong(lists.languages, value) ? null : { key: 'field.wrong' }),
      reportedAs: ['userLanguge'],
    },
    { ...tickBox, name: 'isPromotion', label: 'form.is_promotion' },
    {
      ...tickBox,
      name: 'noticeMail',
      label: 'form.profile.notice_mail',
      hint: 'form.profile.notice_mail_hint',
    },
    {
      ...tickBox,
      name: 'showInWinners',
      label: 'form.profile.show_in_winners',
      hint: 'form.profile.show_in_winners_hint',
    },
    {
      ...tickBox,
      name: 'winMail',
      label: 'form.profile.win_mail',
      hint: 'form.profile.win_mail_hint',
      warning: {
        text: 'form.profile.win_mail_unverified',
        isShown: ({ verified }) => verified === 'none',
      },
    },
  ];
}
