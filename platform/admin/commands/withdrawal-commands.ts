import { reasonOf } from '../arguments.ts';
import { listContradicted } from '../contradictions.ts';
import { listPlayersOwedMoney } from '../owed.ts';
import { listUnpaid, recordPayoutOutcome } from '../payouts.ts';
import { decide, listWithdrawals, openForPlayer } from '../withdrawals.ts';
import { type Command, type Commands, first } from './command.ts';

const settleAs =
  (outcome: 'paid' | 'declined'): Command['run'] =>
  (deps, asked, acting) =>
    recordPayoutOutcome(deps, acting, {
      withdrawalId: first(asked),
      outcome,
      reason: reasonOf(asked.values) ?? '',
      isChecked: asked.values.checked,
      isWrittenOff: asked.values['write-off'],
    });

export const withdrawalCommands: Commands = {
  'withdrawals list': {
    shape: '',
    about: 'withdrawals that wait for a decision, oldest first',
    positionals: 0,
    isAct: false,
    run: (deps) => listWithdrawals(deps),
  },
  'withdrawals unpaid': {
    shape: '',
    about: 'approved withdrawals that are not paid yet, oldest first, with the calls of the provider',
    positionals: 0,
    isAct: false,
    run: (deps) => listUnpaid(deps),
  },
  'withdrawals owed': {
    shape: '',
    about: 'excluded and suspended players who have money, which they cannot withdraw themselves',
    positionals: 0,
    isAct: false,
    run: (deps) => listPlayersOwedMoney(deps),
  },
  'withdrawals conflicts': {
    shape: '',
    about:
      'payouts that were declined here and that the provider reports as paid, so that their money has left twice; decide with withdrawals paid or withdrawals decline',
    positionals: 0,
    isAct: false,
    run: (deps) => listContradicted(deps),
  },
  'withdrawals paid': {
    shape: 'ID --reason TEXT [--write-off] [--dry-run]',
    about:
      'stores that an approved withdrawal was paid, by hand or at the provider; the held money leaves the wallet. For a payout of withdrawals conflicts, the amount is taken from the wallet as far as its cash suffices, and the rest is written off; --write-off takes nothing from the wallet',
    positionals: 1,
    takes: ['write-off', 'dry-run'],
    needs: ['reason'],
    isAct: true,
    run: settleAs('paid'),
  },
  'withdrawals decline': {
    shape: 'ID --reason TEXT [--checked] [--dry-run]',
    about:
      'stores that a payout failed or was sent back: the money returns to the wallet; the player reads the reason; --checked says that you have seen at the provider that a payout that was sent to it was not paid',
    positionals: 1,
    takes: ['checked', 'dry-run'],
    needs: ['reason'],
    isAct: true,
    run: settleAs('declined'),
  },
  'withdrawals open': {
    shape: 'PLAYER --reason TEXT [--deposits] [--approve] [--dry-run]',
    about:
      'requests a withdrawal of all cash for an excluded or suspended player, who cannot log in; --deposits returns only deposited money, by hand and without an approved identity; --approve also approves it',
    positionals: 1,
    takes: ['deposits', 'approve', 'dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      openForPlayer(deps, acting, {
        who: first(asked),
        reason: reasonOf(asked.values) ?? '',
        isApproved: asked.values.approve,
        isDeposits: asked.values.deposits,
      }),
  },
  'withdrawals approve': {
    shape: 'ID [--reason TEXT] [--checked] [--dry-run]',
    about:
      'approves a withdrawal: the platform pays it to the bank account of the player; --checked says that a bank account that the player has removed is still right',
    positionals: 1,
    takes: ['reason', 'checked', 'dry-run'],
    isAct: true,
    run: (deps, asked, acting) =>
      decide(deps, acting, {
        withdrawalId: first(asked),
        decision: 'approved',
        reason: reasonOf(asked.values),
        isChecked: asked.values.checked,
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
        isChecked: asked.values.checked,
      }),
  },
};
