import { type CallName, calls } from '../../shared/contract/calls.ts';
import { accountScenarios } from './accounts.ts';
import { campaignScenarios } from './campaigns.ts';
import { drawScenarios } from './draws.ts';
import { freeTicketScenarios } from './free-tickets.ts';
import { limitScenarios } from './limits.ts';
import { loyaltyScenarios } from './loyalty.ts';
import { moneyScenarios } from './money.ts';
import { otpScenarios } from './one-time-passwords.ts';
import { profileScenarios } from './profile.ts';
import type { Scenario, Scenarios } from './scenario.ts';
import { securityScenarios } from './security.ts';
import {
  claimScenarios,
  contentScenarios,
  notificationScenarios,
  searchScenarios,
  supportScenarios,
} from './services.ts';
import { ticketProofScenarios } from './ticket-proof.ts';
import { transactionScenarios } from './transactions.ts';
import { walletScenarios } from './wallet.ts';

const scenarios: Scenarios = {
  ...drawScenarios,
  ...accountScenarios,
  ...profileScenarios,
  ...otpScenarios,
  ...securityScenarios,
  ...walletScenarios,
  ...moneyScenarios,
  ...campaignScenarios,
  ...loyaltyScenarios,
  ...limitScenarios,
  ...transactionScenarios,
  ...searchScenarios,
  ...notificationScenarios,
  ...claimScenarios,
  ...freeTicketScenarios,
  ...ticketProofScenarios,
  ...supportScenarios,
  ...contentScenarios,
};

/** Returns the scenario of a call. The default scenario sends the call's example. */
export function scenarioOf(name: CallName): Scenario<CallName> {
  return scenarios[name] ?? { request: () => calls[name].example.request };
}
