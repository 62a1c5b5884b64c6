import { reasonOf } from '../arguments.ts';
import { cancel, take } from '../bonuses.ts';
import { rejectUsage } from '../failure.ts';
import { numberOf } from '../words.ts';
import { type Commands, first } from './command.ts';

export const bonusCommands: Commands = {
  'bonuses cancel': {
    shape: 'PLAYER --reason TEXT [--dry-run]',
    about: 'takes all bonus money of a player back and ends promised bonuses; the player reads the reason',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      cancel(deps, acting, { who: first(asked), reason: reasonOf(asked.values) ?? '' }),
  },
  'points take': {
    shape: 'PLAYER --points N --reason TEXT [--dry-run]',
    about: 'takes loyalty points of a player back; the player reads the reason',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['points', 'reason'],
    isAct: true,
    run: (deps, asked, acting) => {
      const points = numberOf('points', asked.values.points ?? '');
      if (points < 1) return rejectUsage('--points must be at least 1');
      return take(deps, acting, { who: first(asked), points, reason: reasonOf(asked.values) ?? '' });
    },
  },
};
