import type { z } from 'zod';
import type { Call } from './call.ts';
import { campaignCalls } from './campaigns.ts';
import { cashierCalls } from './cashier.ts';
import { claimCalls } from './claims.ts';
import { contentListCalls } from './content-lists.ts';
import { destinationCalls } from './destinations.ts';
import { drawProofCalls } from './draw-proof.ts';
import { drawStatisticsCalls } from './draw-statistics.ts';
import { gameCalls } from './games.ts';
import { identityCalls } from './identity.ts';
import { limitCalls } from './limits.ts';
import { loginCalls } from './login.ts';
import { loyaltyCalls } from './loyalty.ts';
import { notificationCalls } from './notifications.ts';
import { otpCalls } from './one-time-passwords.ts';
import { paymentHistoryCalls } from './payment-history.ts';
import { playHistoryCalls } from './play-history.ts';
import { statisticsCalls } from './player-statistics.ts';
import { profileCalls } from './profile.ts';
import { publishedDrawCalls } from './published-draws.ts';
import { resultCalls } from './results.ts';
import { searchCalls } from './search.ts';
import { securityCalls } from './security.ts';
import { signupCalls } from './signup.ts';
import { supportCalls } from './support.ts';
import { ticketCalls } from './tickets.ts';
import { transactionCalls } from './transactions.ts';
import { upcomingDrawCalls } from './upcoming-draws.ts';
import { walletCalls } from './wallet.ts';
import { winnerCalls } from './winners.ts';

export const calls = {
  ...resultCalls,
  ...upcomingDrawCalls,
  ...gameCalls,
  ...winnerCalls,
  ...drawProofCalls,
  ...drawStatisticsCalls,
  ...publishedDrawCalls,
  ...signupCalls,
  ...loginCalls,
  ...securityCalls,
  ...otpCalls,
  ...profileCalls,
  ...identityCalls,
  ...walletCalls,
  ...ticketCalls,
  ...transactionCalls,
  ...playHistoryCalls,
  ...paymentHistoryCalls,
  ...statisticsCalls,
  ...cashierCalls,
  ...destinationCalls,
  ...campaignCalls,
  ...loyaltyCalls,
  ...limitCalls,
  ...searchCalls,
  ...notificationCalls,
  ...claimCalls,
  ...supportCalls,
  ...contentListCalls,
} satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
export const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);
/** Calls that the site answers from its data cache. */
export type ReadCallName = {
  [N in CallName]: (typeof calls)[N]['read'] extends true ? N : never;
}[CallName];
export type CallRequest<N extends CallName> = z.input<(typeof calls)[N]['request']>;
export type CallResponse<N extends CallName> = z.output<(typeof calls)[N]['response']>;
/**
 * The data of a call's answer, as the site sends it to browsers. It never contains the token of a new session, because
 * the site encrypts the token into the session cookie.
 */
export type CallData<N extends CallName> =
  CallResponse<N> extends { userData: { authToken: string } }
    ? Omit<CallResponse<N>, 'userData'> & { userData: Omit<CallResponse<N>['userData'], 'authToken'> }
    : CallResponse<N>;
