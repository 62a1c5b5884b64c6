/**
 * All values of `firstCode` in answers. The texts for players are in `config/locale/{lang}/codes.json` under
 * `code.<number>`.
 */
export const codes = {
  ok: '10000',
  fieldWrong: '10400',
  callUnknown: '10404',
  usernameTaken: '10496',
  emailInUse: '10497',
  mobileInUse: '10498',
  otpWrong: '10510',
  linkExpired: '10511',
  promoUnknown: '10520',
  promoUsedUp: '10521',
  promoCurrency: '10522',
  insufficientBalance: '10601',
  limitExceeded: '10602',
  salesClosed: '10603',
  notEligible: '10604',
  contactUnverified: '10605',
  identityUnverified: '10606',
  otherCurrency: '10607',
  ticketTaken: '10608',
  salesOff: '10609',
  limitReached: '10610',
  timeOutRunning: '10611',
  priceChanged: '10612',
  otherPlayer: '10613',
  paymentsUnavailable: '10614',
  changeNotDue: '10615',
  claimNotFound: '10700',
  drawNotFound: '10710',
  notFound: '10711',
  apiKeyWrong: '15101',
  sessionExpired: '15107',
  loginWrong: '15111',
  accountLocked: '15113',
  accountSuspended: '15114',
  captchaWrong: '15115',
  accountExcluded: '15116',
  tooManyTries: '15429',
  technicalIssue: '15500',
} as const;

export type Code = (typeof codes)[keyof typeof codes];

/** Whether this code, in the answer to a player's call, means that the session no longer exists. */
export const endsSession = (code: string): boolean =>
  code === codes.sessionExpired || code === codes.accountSuspended;
