import type { campaignCalls } from '../../shared/contract/campaigns.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { CampaignService } from './service.ts';

export function campaignHandlers(campaigns: CampaignService): CallHandlers<keyof typeof campaignCalls> {
  return {
    'campaign/getSignupBonusCalculations': ({ promoCode, currency }) =>
      campaigns.calculate(promoCode, currency),
    'campaign/getBonuses': (_, player) => campaigns.bonuses(player),
    'transaction/rafUserSummary': ({ cursor }, player) => campaigns.summary(player, cursor),
    'transaction/referAFriend': ({ email_addresses, userLanguge }, player) =>
      campaigns.invite(player, [...new Set(email_addresses)], userLanguge ?? player.language),
    'transaction/stopInvitations': async ({ token }) => {
      await campaigns.refuseInvitations(token);
      return {};
    },
  };
}
