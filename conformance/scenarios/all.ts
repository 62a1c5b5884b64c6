import type { CallName } from '../../shared/contract/calls.ts';
import { accountScenarios } from './accounts.ts';
import { campaignScenarios } from './campaigns.ts';
import { drawScenarios } from './draws.ts';
import { moneyScenarios } from './money.ts';
import type { Scenario } from './scenario.ts';
import {
  claimScenarios,
  contentScenarios,
  notificationScenarios,
  searchScenarios,
  supportScenarios,
} from './services.ts';
import { transactionScenarios } from './transactions.ts';

/** How each call is tried; tests/contract/ finds the call that has none. */
export const scenarios: { readonly [Name in CallName]?: Scenario<Name> } = {
  ...drawScenarios,
  ...accountScenarios,
  ...moneyScenarios,
  ...campaignScenarios,
  ...transactionScenarios,
  ...searchScenarios,
  ...notificationScenarios,
  ...claimScenarios,
  ...supportScenarios,
  ...contentScenarios,
};

export const scenarioOf = (name: CallName): Scenario<CallName> | undefined => scenarios[name];
