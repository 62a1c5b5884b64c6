import type { PlayerBonuses, ReferralSummary, SignupBonus } from '../../shared/contract/campaigns.ts';
import type { Db } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import type { Cursors } from '../http/cursors.ts';
import type { Messages } from '../messages/service.ts';
import type { SiteAddress } from '../messages/site-address.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { bonusesOf, sweepBonuses } from './bonuses.ts';
import { type Invited, invite, refuseInvitations } from './invitations.ts';
import type { Fingerprints } from './person.ts';
import { sweepReferrals } from './referral-rewards.ts';
import { referralSummary } from './referral-summary.ts';
import type { SignupBonuses } from './signup-campaigns.ts';

export interface CampaignService {
  /**
   * Answers `campaign/getSignupBonusCalculations`.
   * @param currencyCode currency of the account to be opened
   */
  calculate(promoCode: string, currencyCode: string): Promise<SignupBonus>;
  bonuses(player: Player): Promise<PlayerBonuses>;
  summary(player: Player, cursor: string | undefined): Promise<ReferralSummary>;
  /**
   * Answers `transaction/referAFriend`.
   * @param addresses in lower case
   * @param language language of the mail
   */
  invite(player: Player, addresses: readonly string[], language: string): Promise<Invited>;
  refuseInvitations(token: string): Promise<void>;
  sweepBonuses(): Promise<void>;
  /** Pays the rewards for friends who played before they verified their mail address or mobile. */
  sweepReferrals(): Promise<void>;
}

export interface CampaignDeps extends SiteAddress {
  db: Db;
  ledger: Ledger;
  clock: { now(): Date };
  messages: Messages;
  fingerprints: Fingerprints;
  signup: SignupBonuses;
  cursors: Cursors;
}

export function createCampaignService(deps: CampaignDeps): CampaignService {
  const { messages, signup } = deps;

  return {
    calculate: (promoCode, currencyCode) => signup.calculate(promoCode, currencyCode),
    bonuses: (player) => bonusesOf(deps, player),
    summary: (player, cursor) => referralSummary(deps, player, cursor),

    async invite(player, addresses, language) {
      const invited = await invite(deps, player, addresses, language);
      messages.wake();
      return invited;
    },

    refuseInvitations: (token) => refuseInvitations(deps, token),
    sweepBonuses: () => sweepBonuses(deps),

    sweepReferrals: () => sweepReferrals(deps),
  };
}
