import type { campaignCalls } from '../../shared/contract/campaigns.ts';
import { failure, success, wrongFields } from '../http/answers.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { CampaignService } from './service.ts';

/** Promo codes, bonuses and friends. */
export function campaignHandlers(campaigns: CampaignService): CallHandlers<keyof typeof campaignCalls> {
  return {
    'campaign/getSignupBonusCalculations': async ({ promoCode, currency }) => {
      const answer = await campaigns.calculate(promoCode, currency);
      return 'bonus' in answer ? success(answer.bonus) : failure(answer.refused);
    },
    'campaign/getBonuses': async (_nothing, player) => success(await campaigns.bonuses(player)),
    'transaction/rafUserSummary': async ({ cursor }, player) => {
      const answer = await campaigns.summary(player, cursor);
      return 'fields' in answer ? wrongFields(answer.fields) : success(answer);
    },
    'transaction/referAFriend': async ({ email_addresses, userLanguge }, player) => {
      const answer = await campaigns.invite(
        player,
        [...new Set(email_addresses)],
        userLanguge ?? player.language,
      );
      return 'invited' in answer ? success(answer) : failure(answer.refused);
    },
    'transaction/stopInvitations': async ({ token }) => {
      await campaigns.refuseInvitations(token);
      return success({});
    },
  };
}
