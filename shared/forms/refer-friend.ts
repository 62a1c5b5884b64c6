import type { InputBounds } from '../domain/input-bounds.ts';
import { checkEmail, normaliseEmail } from '../domain/input-rules.ts';
import { type Form, type FormSettings, type Message, sending, type Values } from './form.ts';

const texts = 'form.refer-friend';
/** Maximum number of addresses in one call. */
const mostAddresses = 5;

/** Returns the distinct addresses that the player has typed. */
function addressesIn({ emails = '' }: Values): string[] {
  const typed = emails.split(/[\s,;]+/).filter((part) => part !== '');
  return [...new Set(typed.map(normaliseEmail))];
}

function checkAddresses(addresses: readonly string[], bounds: InputBounds): Message | null {
  if (addresses.length === 0) return { key: 'enter_email_address' };
  const invalid = addresses.find((address) => checkEmail(address, bounds) !== null);
  if (invalid !== undefined) return { key: `${texts}.invalid`, values: { address: invalid } };
  return addresses.length > mostAddresses
    ? { key: `${texts}.too_many`, values: { max: mostAddresses } }
    : null;
}

/** Declares the form with which players invite friends by mail. */
export function referFriendForm({ bounds, lang }: FormSettings): Form {
  return {
    name: 'refer-friend',
    path: '/my-accounts/refer',
    picture: 'handshake',
    layout: 'stacked',
    playersOnly: true,
    fields: [
      {
        name: 'emails',
        control: 'textarea',
        input: 'text',
        label: `${texts}.emails`,
        hint: `${texts}.emails_hint`,
        autocomplete: 'off',
        inputMode: 'email',
        maxLength: 1000,
        check: (_value, values) => checkAddresses(addressesIn(values), bounds),
        reportedAs: [
          'email_addresses',
          ...Array.from({ length: mostAddresses }, (_, index) => `email_addresses.${index}`),
        ],
      },
    ],
    steps: [
      {
        fields: ['emails'],
        submit: `${texts}.submit`,
        sends: sending('transaction/referAFriend', (values) => ({
          email_addresses: addressesIn(values),
          userLanguge: lang,
        })),
      },
    ],
    // The platform returns this code both for the daily limit of invitations and for the rate limit.
    codeTexts: { '15429': `${texts}.limit` },
    follow: { kind: 'screen', path: '/my-accounts/refer', text: `${texts}.done_text` },
    links: [],
  };
}
