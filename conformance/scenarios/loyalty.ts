import { codes } from '../../shared/contract/codes.ts';
import { readAnswer, refusalProblems } from '../answers.ts';
import { freshKey, mainPlayer, type Run, Untested } from '../run.ts';
import { boughtTicket } from './money.ts';
import { problemUnless, type Scenarios } from './scenario.ts';

/** Returns the cheapest reward. @throws Untested if the platform offers no rewards */
async function cheapest(run: Run) {
  const [reward] = (await run.need('loyalty/list', {}, (await mainPlayer(run)).token)).rewards;
  if (!reward) throw new Untested('needs a reward, and there is none');
  return reward;
}

export const loyaltyScenarios: Scenarios = {
  'loyalty/list': {
    request: () => ({}),
    async problems({ loyaltyBalance, rewards }, { run, token }) {
      const wallet = await run.need('wallet', {}, token);
      return [
        ...problemUnless(
          loyaltyBalance === wallet.loyaltyBalance,
          `loyaltyBalance is ${loyaltyBalance}, the wallet holds ${wallet.loyaltyBalance}`,
        ),
        ...problemUnless(
          rewards.every((one, index) => index === 0 || (rewards[index - 1]?.points ?? 0) <= one.points),
          'rewards are not cheapest first',
        ),
        ...problemUnless(
          new Set(rewards.map(({ rewardId }) => rewardId)).size === rewards.length,
          'a rewardId is listed twice',
        ),
      ];
    },
  },
  'loyalty/exchange': {
    request: async (run) => ({ rewardId: (await cheapest(run)).rewardId, idempotencyKey: freshKey() }),
    // Use a player with a purchase, because purchases earn loyalty points. The points are usually too few for a reward,
    // so a rejection is accepted.
    token: async (run) => (await boughtTicket(run)).player.token,
    mayRefuse: {
      [codes.insufficientBalance]: 'the player has too few points',
      [codes.salesClosed]: 'the game of the reward has no draw on sale',
    },
    async problems(answer, { run, data, token }) {
      const again = await run.need('loyalty/exchange', data, token);
      const unknown = await run.ask(
        'loyalty/exchange',
        { rewardId: 'conformance-none', idempotencyKey: freshKey() },
        token,
      );
      const poor = await run.ask(
        'loyalty/exchange',
        { ...data, idempotencyKey: freshKey() },
        (await mainPlayer(run)).token,
      );
      const refusal = readAnswer(poor);
      return [
        ...problemUnless(again.exchangeId === answer.exchangeId, 'the same idempotencyKey exchanged twice'),
        ...refusalProblems(unknown, codes.notFound, 'an unknown reward'),
        ...problemUnless(
          refusal.kind === 'failure' && refusal.code === codes.insufficientBalance,
          'a player without points is not rejected with 10601',
        ),
      ];
    },
  },
};
