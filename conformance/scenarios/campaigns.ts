import { codes } from '../../shared/contract/codes.ts';
import { refusalProblems } from '../answers.ts';
import { strangeToken } from '../platform.ts';
import { freshName, mainPlayer, type Run, verifiedPlayer } from '../run.ts';
import { type Scenarios, unless } from './scenario.ts';

/** A code that there is on every platform: a player's own. */
const referralCode = async (run: Run): Promise<string> =>
  (await run.need('transaction/rafUserSummary', {}, (await mainPlayer(run)).token)).referralCode;

export const campaignScenarios: Scenarios = {
  'campaign/getSignupBonusCalculations': {
    request: async (run) => ({ promoCode: await referralCode(run), currency: 'INR' }),
    async means(answer, { run, data }) {
      const unknown = { ...data, promoCode: 'NO_SUCH_ON' };
      return [
        ...unless(answer.promoCode === data.promoCode, 'the answer is about another code'),
        ...refusalProblems(
          await run.ask('campaign/getSignupBonusCalculations', unknown),
          codes.promoUnknown,
          'a code that there is not',
        ),
      ];
    },
  },
  'campaign/getBonuses': {
    request: () => ({}),
    means: ({ bonuses }) =>
      unless(
        bonuses.every(({ left, amount }) => left <= amount),
        'more is left of a bonus than it was',
      ),
  },
  'transaction/rafUserSummary': {
    request: () => ({}),
    means: ({ referralCode: code, referralLink, joined, rewarded }) => [
      ...unless(referralLink.includes(code), 'referralLink does not hold the code'),
      ...unless(rewarded <= joined, 'more friends were rewarded than joined'),
    ],
  },
  'transaction/referAFriend': {
    request: () => ({ email_addresses: [`${freshName()}@conformance.example`], userLanguge: 'en' }),
    token: async (run) => (await verifiedPlayer(run)).token,
    async means({ invited, invitationsLeft }, { run, token }) {
      const { email } = await mainPlayer(run);
      const known = await run.need('transaction/referAFriend', { email_addresses: [email] }, token);
      return [
        ...unless(invited === 1, `invited is ${invited} after one address`),
        ...unless(
          known.invited === invited && known.invitationsLeft === invitationsLeft - 1,
          'the answer tells who has an account',
        ),
      ];
    },
  },
  // Of a link that nobody was sent: it is answered as any other, and does nothing.
  'transaction/stopInvitations': { request: () => ({ token: strangeToken() }) },
};
