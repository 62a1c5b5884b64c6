import { reasonOf } from '../arguments.ts';
import { decide, listWithdrawals, openForPlayer } from '../withdrawals.ts';
import { type Commands, first } from './command.ts';

export const withdrawalCommands: Commands = {
  'withdrawals list': {
    shape: '',
    about: 'what waits for a decision, oldest first',
    positionals: 0,
    isAct: false,
    run: (deps) => listWithdrawals(deps),
  },
  'withdrawals open': {
    shape: 'PLAYER --reason TEXT [--dry-run]',
    about: 'asks for all the cash of a player who is excluded or suspended, and cannot ask himself',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      openForPlayer(deps, acting, { who: first(asked), reason: reasonOf(asked.values) ?? '' }),
  },
  'withdrawals approve': {
    shape: 'ID [--reason TEXT] [--dry-run]',
    about: 'the held money leaves the wallet',
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
    about: 'the money goes back; the player reads the reason',
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
