import { reasonOf } from '../arguments.ts';
import { correct, voidDraw } from '../results.ts';
import { type Commands, first } from './command.ts';

export const resultCommands: Commands = {
  'results correct': {
    shape: 'DRAW_ID [--drawn "NUMBERS"|seed] [--amount PRIZE=AMOUNT …] --reason TEXT [--dry-run]',
    about: 'corrects numbers, amounts or both, and the payments; the reason is public',
    positionals: 1,
    takes: ['drawn', 'amount', 'dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      correct(deps, acting, {
        drawId: first(asked),
        reason: reasonOf(asked.values) ?? '',
        drawn: asked.values.drawn,
        amounts: asked.values.amount ?? [],
      }),
  },
  'results void': {
    shape: 'DRAW_ID --reason TEXT [--dry-run]',
    about: 'voids a draw for good: stakes are refunded, prizes taken back',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      voidDraw(deps, acting, { drawId: first(asked), reason: reasonOf(asked.values) ?? '' }),
  },
};
