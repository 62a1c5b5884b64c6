import { codes } from '../../shared/contract/codes.ts';
import { refusalProblems } from '../answers.ts';
import { randomToken } from '../platform.ts';
import { freshName, mainPlayer, type Run, verifiedPlayer } from '../run.ts';
import { problemUnless, type Scenarios } from './scenario.ts';

/**
 * Returns a player's referral code. The request uses it instead of a promo code, because promo codes differ by
 * platform.
 */
const referralCode = async (run: Run): Promise<string> =>
  (await run.need('transaction/rafUserSummary', {}, (await mainPlayer(run)).token)).referralCode;

export const campaignScenarios: Scenarios = {
  'campaign/getSignupBonusCalculations': {
    request: async (run) => ({ promoCode: await referralCode(run), currency: 'INR' }),
    async problems(answer, { run, data }) {
      const unknown = { ...data, promoCode: 'NO_SUCH_ON' };
      return [
        ...problemUnless(answer.promoCode === data.promoCode, 'the answer is about another code'),
        ...refusalProblems(
          await run.ask('campaign/getSignupBonusCalculations', unknown),
          codes.promoUnknown,
          'an unknown code',
        ),
      ];
    },
  },
  'campaign/getBonuses': {
    request: () => ({}),
    problems: ({ bonuses }) =>
      problemUnless(
        bonuses.every(({ left, amount }) => left <= amount),
        'the unplayed part of a bonus exceeds the bonus',
      ),
  },
  'transaction/rafUserSummary': {
    request: () => ({}),
    problems: ({ referralCode: code, referralLink, joined, rewarded }) => [
      ...problemUnless(referralLink.includes(code), 'referralLink does not contain the code'),
      ...problemUnless(rewarded <= joined, 'more friends were rewarded than joined'),
    ],
  },
  'transaction/referAFriend': {
    request: () => ({ email_addresses: [`${freshName()}@conformance.example`], userLanguge: 'en' }),
    token: async (run) => (await verifiedPlayer(run)).token,
    async problems({ invited, invitationsLeft }, { run, token }) {
      const { email } = await mainPlayer(run);
      const knownAddress = await run.need('transaction/referAFriend', { email_addresses: [email] }, token);
      return [
        ...problemUnless(invited === 1, `invited is ${invited} after one address`),
        ...problemUnless(
          knownAddress.invited === invited && knownAddress.invitationsLeft === invitationsLeft - 1,
          'the answer reveals who has an account',
        ),
      ];
    },
  },
  // An unknown token has no effect, but the platform answers as for a valid token.
  'transaction/stopInvitations': { request: () => ({ token: randomToken() }) },
};
