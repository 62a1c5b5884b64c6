import type { CallName, calls } from '../calls.ts';
import { campaignExamples } from './campaigns.ts';
import { cashierExamples } from './cashier.ts';
import { claimExamples } from './claims.ts';
import { contentListExamples } from './content-lists.ts';
import { drawExamples } from './draws.ts';
import type { Example } from './example.ts';
import { notificationExamples } from './notifications.ts';
import { otpExamples } from './one-time-passwords.ts';
import { profileExamples } from './profile.ts';
import { searchExamples } from './search.ts';
import { signingInExamples } from './signing-in.ts';
import { statementExamples } from './statement.ts';
import { supportExamples } from './support.ts';
import { ticketExamples } from './tickets.ts';
import { transactionExamples } from './transactions.ts';
import { walletExamples } from './wallet.ts';

/** By call: one without an example does not compile. */
export const examples: {
  readonly [Name in CallName]: Example<(typeof calls)[Name]['request'], (typeof calls)[Name]['response']>;
} = {
  ...drawExamples,
  ...signingInExamples,
  ...otpExamples,
  ...profileExamples,
  ...walletExamples,
  ...cashierExamples,
  ...ticketExamples,
  ...campaignExamples,
  ...transactionExamples,
  ...statementExamples,
  ...searchExamples,
  ...notificationExamples,
  ...claimExamples,
  ...supportExamples,
  ...contentListExamples,
};
