import type { NewReward } from '../../loyalty/rewards.ts';
import { type ParsedArguments, reasonOf } from '../arguments.ts';
import { rejectUsage } from '../failure.ts';
import { makeReward, showRewards, stopReward } from '../rewards.ts';
import { amountsByCurrency, numberOf } from '../words.ts';
import { type Commands, first } from './command.ts';

function rewardOf(asked: ParsedArguments): NewReward {
  const { amount, game, lines = '1', points = '' } = asked.values;
  const offer = { rewardId: first(asked), points: numberOf('points', points) };
  const [only, ...more] = Object.entries(amountsByCurrency(amount ?? []));
  if (game !== undefined && !only)
    return { kind: 'ticket', ...offer, gameId: game, lines: numberOf('lines', lines) };
  if (!only || more.length > 0 || game !== undefined)
    return rejectUsage('rewards create needs either one --amount or --game');
  const [currencyCode, amountMinor] = only;
  return { kind: 'bonus', ...offer, currencyCode, amountMinor };
}

export const rewardCommands: Commands = {
  'rewards list': {
    shape: '',
    about: 'every reward that loyalty points buy, newest first',
    positionals: 0,
    isAct: false,
    run: (deps) => showRewards(deps),
  },
  'rewards create': {
    shape: 'ID --points N (--amount CURRENCY=AMOUNT | --game GAME [--lines N]) [--reason TEXT] [--dry-run]',
    about:
      'creates a reward: a bonus, or lines with random numbers in the next draw of a game. To change a reward, end it and create another one',
    positionals: 1,
    takes: ['amount', 'game', 'lines', 'reason', 'dry-run'],
    needs: ['points'],
    isAct: true,
    run: async (deps, asked, acting) => makeReward(deps, acting, rewardOf(asked), reasonOf(asked.values)),
  },
  'rewards end': {
    shape: 'ID --reason TEXT [--dry-run]',
    about: 'ends a reward; players keep what they exchanged',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      stopReward(deps, acting, { rewardId: first(asked), reason: reasonOf(asked.values) ?? '' }),
  },
};
