import { reasonOf } from '../arguments.ts';
import { accept, listRefusals, refuse } from '../claims.ts';
import { type Commands, first } from './command.ts';

export const claimCommands: Commands = {
  'claims list': {
    shape: '',
    about: 'refused prizes, newest first',
    positionals: 0,
    isAct: false,
    run: (deps) => listRefusals(deps),
  },
  'claims refuse': {
    shape: 'RECEIPT --reason TEXT [--dry-run]',
    about: 'refuses a prize and takes it back from the winnings; the player reads the reason',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      refuse(deps, acting, { receipt: first(asked), reason: reasonOf(asked.values) ?? '' }),
  },
  'claims accept': {
    shape: 'RECEIPT --reason TEXT [--dry-run]',
    about: 'ends the refusal of a prize and pays what was taken back',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      accept(deps, acting, { receipt: first(asked), reason: reasonOf(asked.values) ?? '' }),
  },
};
