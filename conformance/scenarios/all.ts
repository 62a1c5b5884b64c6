import type { CallName } from '../../shared/contract/calls.ts';
import { accountScenarios } from './accounts.ts';
import { campaignScenarios } from './campaigns.ts';
import { drawScenarios } from './draws.ts';
import { moneyScenarios } from './money.ts';
import { otpScenarios } from './one-time-passwords.ts';
import type { Scenario } from './scenario.ts';
import {
  claimScenarios,
  contentScenarios,
  notificationScenarios,
  searchScenarios,
  supportScenarios,
} from './services.ts';
import { transactionScenarios } from './transactions.ts';

/** How each call is tried: one without a scenario does not compile. */
export const scenarios: { readonly [Name in CallName]: Scenario<Name> } = {
  ...drawScenarios,
  ...accountScenarios,
  ...otpScenarios,
  ...moneyScenarios,
  ...campaignScenarios,
  ...transactionScenarios,
  ...searchScenarios,
  ...notificationScenarios,
  ...claimScenarios,
  ...supportScenarios,
  ...contentScenarios,
};

export const scenarioOf = (name: CallName): Scenario<CallName> => scenarios[name];
