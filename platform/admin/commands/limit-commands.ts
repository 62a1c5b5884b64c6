import { timeOutDays } from '../../../shared/domain/break-lengths.ts';
import { reasonOf } from '../arguments.ts';
import { setLimitOf, showLimits, timeOutPlayer } from '../limits.ts';
import { type Commands, first } from './command.ts';

export const limitCommands: Commands = {
  'limits show': {
    shape: 'PLAYER',
    about: "a player's limits, waiting changes and time-out",
    positionals: 1,
    isAct: false,
    run: (deps, asked) => showLimits(deps, first(asked)),
  },
  'limits set': {
    shape: 'PLAYER --kind deposit|spend --period day|week|month --amount AMOUNT --reason TEXT [--dry-run]',
    about: 'sets or lowers a limit at once; only the player can raise it',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['kind', 'period', 'amount', 'reason'],
    isAct: true,
    run: (deps, asked, acting) => {
      const { kind = '', period = '', amount: [amount = ''] = [] } = asked.values;
      const reason = reasonOf(asked.values) ?? '';
      return setLimitOf(deps, acting, { who: first(asked), kind, period, amount, reason });
    },
  },
  'limits time-out': {
    shape: `PLAYER --days ${timeOutDays.join('|')} --reason TEXT [--dry-run]`,
    about: 'stops deposits, play and promotions until the end, and cannot end earlier',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['days', 'reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      timeOutPlayer(deps, acting, {
        who: first(asked),
        days: asked.values.days ?? '',
        reason: reasonOf(asked.values) ?? '',
      }),
  },
};
