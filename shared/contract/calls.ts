import type { z } from 'zod';
import { accountCalls } from './accounts.ts';
import { campaignCalls } from './campaigns.ts';
import { cashierCalls } from './cashier.ts';
import { claimCalls } from './claims.ts';
import type { Code } from './codes.ts';
import { contentListCalls } from './content-lists.ts';
import { drawCalls } from './draws.ts';
import { notificationCalls } from './notifications.ts';
import { searchCalls } from './search.ts';
import { supportCalls } from './support.ts';
import { ticketCalls } from './tickets.ts';
import { transactionCalls } from './transactions.ts';
import { walletCalls } from './wallet.ts';

/**
 * Rate limit class: the calls of one class share a limit for each address and one for each player. The site sets the
 * limits (server/calls/call-rates.ts).
 */
export type RateClass = 'read' | 'search' | 'availability' | 'login' | 'otp' | 'money' | 'account';

/** One call of the platform: its path is its name, POST /api/v1/{name}. */
export interface Call {
  /** Who may make it: 'player' needs a session, and 'visitor' is for those who have none yet. */
  who: 'anyone' | 'visitor' | 'player';
  /** A read is the same for everyone: the site answers it from its data cache and never proxies it. */
  read: boolean;
  rate: RateClass;
  /** What else it can answer with, besides 10000 and what any call can: 10400, 15101, 15107, 15429, 15500. */
  codes: readonly Code[];
  /** 'opens': its answer carries `userData.authToken`, which the site seals away. 'closes': the session ends. */
  session?: 'opens' | 'closes';
  request: z.ZodType;
  response: z.ZodType;
}

/** Every call there is, by path. */
export const calls = {
  ...drawCalls,
  ...accountCalls,
  ...walletCalls,
  ...ticketCalls,
  ...transactionCalls,
  ...cashierCalls,
  ...campaignCalls,
  ...searchCalls,
  ...notificationCalls,
  ...claimCalls,
  ...supportCalls,
  ...contentListCalls,
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
export const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);
/** Calls that the site answers from its data cache. */
export type ReadCallName = {
  [N in CallName]: (typeof calls)[N]['read'] extends true ? N : never;
}[CallName];
export type CallRequest<N extends CallName> = z.input<(typeof calls)[N]['request']>;
export type CallResponse<N extends CallName> = z.output<(typeof calls)[N]['response']>;
