import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getTableColumns } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accounts } from '../../../../platform/accounts/tables.ts';
import { languages } from '../../../../platform/messages/texts.ts';

/** Maps each column with data about a player to the words with which the privacy policy names this data. */
const named: Readonly<Record<string, string>> = {
  username: 'Username',
  email: 'e-mail',
  mobile: 'mobile number',
  countryId: 'country',
  stateId: 'state',
  currencyCode: 'currency',
  language: 'language',
  firstName: 'First and last name',
  lastName: 'First and last name',
  birthDate: 'date of birth',
  street: 'postal address',
  city: 'postal address',
  postCode: 'postal address',
  wantsPromotions: 'Consent to promotional messages',
  timedOutUntil: 'time-outs',
  kycState: 'Proof of identity',
};
/**
 * Columns with keys, normalised copies, times and choices. The policy need not name them, because they reveal nothing
 * about the player beyond the columns in `named`.
 */
const others = [
  'accountId',
  'usernameKey',
  'passwordHash',
  'emailKey',
  'emailVerifiedAt',
  'mobileVerifiedAt',
  'avatarImage',
  'wantsNoticeMails',
  'showInWinners',
  'winMailsSince',
  'status',
  'statusUntil',
  'referralCode',
  'referredBy',
  'createdAt',
];

/** Returns the first cell of each row in the policy's first table. This table lists the stored data. */
function dataRows(language: string): string[] {
  const folder = path.resolve(import.meta.dirname, '../../../../platform/content');
  const text = readFileSync(path.join(folder, language, 'privacypolicy.md'), 'utf8');
  const [table = ''] = /(?:^\|.*\n)+/m.exec(text) ?? [];
  return table.split('\n').flatMap((row) => row.split('|')[1]?.trim() ?? []);
}

describe('the privacy policy', () => {
  it('names the personal data in every column of the accounts table', () => {
    const columns = Object.keys(getTableColumns(accounts));
    expect([...Object.keys(named), ...others].toSorted()).toEqual(columns.toSorted());
    const rows = dataRows('en');
    expect(Object.values(named).filter((words) => !rows.some((row) => row.includes(words)))).toEqual([]);
  });

  it.each(languages)('lists as many kinds of data in %s as in English', (language) => {
    expect(dataRows(language)).toHaveLength(dataRows('en').length);
  });
});
