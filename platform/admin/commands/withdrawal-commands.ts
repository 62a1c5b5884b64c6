import { reasonOf } from '../arguments.ts';
import { decide, listWithdrawals, openForPlayer } from '../withdrawals.ts';
import { type Commands, first } from './command.ts';

export const withdrawalCommands: Commands = {
  'withdrawals list': {
    shape: '',
    about: 'withdrawals that wait for a decision, oldest first',
    positionals: 0,
    isAct: false,
    run: (deps) => listWithdrawals(deps),
  },
  'withdrawals open': {
    shape: 'PLAYER --reason TEXT [--dry-run]',
    about: 'requests a withdrawal of all cash for an excluded or suspended player, who cannot log in',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      openForPlayer(deps, acting, { who: first(asked), reason: reasonOf(asked.values) ?? '' }),
  },
  'withdrawals approve': {
    shape: 'ID [--reason TEXT] [--dry-run]',
    about: 'approves a withdrawal: the held money leaves the wallet',
    positionals: 1,
    takes: ['reason', 'dry-run'],
    isAct: true,
    run: (deps, asked, acting) =>
      decide(deps, acting, {
        withdrawalId: first(asked),
        decision: 'approved',
        reason: reasonOf(asked.values),
      }),
  },
  'withdrawals refuse': {
    shape: 'ID --reason TEXT [--dry-run]',
    about: 'refuses a withdrawal: the money returns to the wallet; the player reads the reason',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      decide(deps, acting, {
        withdrawalId: first(asked),
        decision: 'refused',
        reason: reasonOf(asked.values),
      }),
  },
};
