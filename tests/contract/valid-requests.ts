import { type CallName, calls } from '../../shared/contract/calls.ts';
import { optionalFieldsOf } from '../../shared/contract/parse-request.ts';
import { testPassword } from '../helpers/player.ts';

/** The data of a request. */
export type Data = Record<string, unknown>;

/** Returns the data without one of its fields. */
export const without = (data: Data, field: string): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== field));

const mobile = { country_code: '+91', mobile_no: '9123456780' };
const address = { country: 'IN', state: 'IN-MH' };
const range = { from: '2026-11-01', to: '2026-11-21', cursor: 'abc', limit: 5 };
/** Returns the request with a mobile number instead of the e-mail address. */
const byMobile = (example: Data): Data => ({
  ...without(example, 'email_address'),
  ...mobile,
  ...('notification_type' in example ? { notification_type: 1 } : {}),
});

/**
 * For each call, the request fields that its documented example omits. A value is either a set of fields to add to the
 * example, or a function that creates a second request from the example.
 */
const further: Partial<Record<CallName, Data | ((example: Data) => Data)>> = {
  result: { lastestGameId: 'jaldi', drawNumber: 1, cursor: 'abc' },
  winners: { lastestGameId: 'jaldi' },
  'accounts/signup': {
    ...address,
    promoCode: 'DIWALI',
    isPromotion: 1,
    userLanguge: 'hi',
    idempotencyKey: 'b7c1f0a94e52',
  },
  'accounts/checkUserDetails': () => ({ checkUserDetailsType: 3, ...mobile }),
  'accounts/sendOtp': byMobile,
  'accounts/resendOtp': byMobile,
  'accounts/verifyOtp': byMobile,
  'accounts/verifyOtp/signup': byMobile,
  'accounts/changeForgotPassword': byMobile,
  'accounts/confirmPassword': byMobile,
  'accounts/updateUserDetails': {
    ...address,
    ...mobile,
    birthDate: '1990-01-01',
    street: 'Rose Lane',
    postCode: '411001',
    userLanguge: 'hi',
    isPromotion: 0,
    showInWinners: 1,
    winMail: 1,
    noticeMail: 1,
    email_address: 'other@mail.example',
    password: testPassword,
  },
  'accounts/requestVerification': ({ identity }) => ({ identity, identityBack: identity, address: identity }),
  'accounts/getCountryStateList': { country: 'IN' },
  'common-search': { userLanguge: 'hi', category: 'games', cursor: 'abc' },
  'notifications/list': { tab: 'system', cursor: 'abc', markRead: true },
  'games/listfolders': { userLanguge: 'hi' },
  'download/games': { userLanguge: 'hi' },
  'news-and-trends': { userLanguge: 'hi', group: 'promotions', year: 2026, month: 11 },
  'recent-news-and-trends': { userLanguge: 'hi', group: 'promotions' },
  monthwisepostscount: { userLanguge: 'hi', group: 'promotions' },
  'transaction/transactionSummary': { ...range, kind: 'ticket' },
  'transaction/purchaseSummary': { ...range, gameId: 'jaldi', outcome: 'won' },
  'transaction/gameHistorySummary': { ...range, gameId: 'jaldi' },
  'transaction/withdrawSummary': { ...range, state: 'approved' },
  'transaction/depositSummary': { ...range, status: 'approved' },
  'transaction/rafUserSummary': { cursor: 'abc' },
  'cashier/deposit': { returnPath: '/deposit' },
  'cashier/withdraw': { providerId: 'sandbox' },
  'cashier/addDestination': { iban: 'NO9386011117947' },
};
/** Returns valid requests of a call that together contain all fields of the call. */
export const validRequests = (name: CallName): Data[] => {
  const example: Data = { ...calls[name].example.request };
  const more = further[name];
  if (typeof more === 'function') return [example, more(example)];
  return [{ ...example, ...more }];
};
/** Names of optional fields. An entry that starts with a call's name applies only to that call. */
const optional = new Set(
  Object.keys({ ...range, ...address, ...mobile }).concat(
    [
      'agree',
      'promoCode',
      'isPromotion',
      'showInWinners',
      'winMail',
      'noticeMail',
      'userLanguge',
      'group',
      'lastestGameId',
      'drawNumber',
      'tab',
      'markRead',
    ],
    ['page', 'kind', 'status', 'providerId', 'notification_type'],
    ['firstName', 'lastName', 'birthDate', 'street', 'city', 'postCode'],
    [
      'accounts/signup email_address',
      'accounts/signup idempotencyKey',
      'accounts/updateUserDetails email_address',
      'accounts/updateUserDetails password',
    ],
    ['accounts/requestVerification identityBack', 'accounts/requestVerification address'],
    ['download/games gameId', 'transaction/purchaseSummary gameId', 'transaction/gameHistorySummary gameId'],
    ['tickets/free series', 'tickets/free ending', 'tickets/buy expectedPrice'],
    [
      'cashier/deposit returnPath',
      'cashier/withdraw destination',
      'transaction/purchaseSummary outcome',
      'transaction/withdrawSummary state',
    ],
    // The payment provider decides which of these fields a bank account needs.
    ['iban', 'accountNumber', 'bankCode'].map((field) => `cashier/addDestination ${field}`),
    // `year` and `month` must be sent together. For a request with only `month`, the answer names `month` as the
    // invalid field. Therefore `year` counts as optional here.
    ['news-and-trends year'],
  ),
);
/** Returns whether a request of the call is valid without the field. */
export const mayBeMissing = (name: CallName, field: string) =>
  optional.has(field) || optional.has(`${name} ${field}`);
/**
 * Returns whether an empty string is a valid value of the field. The search text `keyword` may be empty. In an optional
 * field, an empty string means that the field is absent.
 */
export const mayBeEmpty = (name: CallName, field: string) =>
  field === 'keyword' || optionalFieldsOf(calls[name].request).has(field);
