import { reasonOf } from '../arguments.ts';
import { detachPartition, showPartitions } from '../partitions.ts';
import type { Commands } from './command.ts';

export const partitionCommands: Commands = {
  'partitions list': {
    shape: '',
    about: 'the month partitions of tickets and ledger entries',
    positionals: 0,
    isAct: false,
    run: (deps) => showPartitions(deps),
  },
  'partitions detach': {
    shape: 'TABLE MONTH --reason TEXT [--dry-run]',
    about:
      'detaches a month that ended at least 13 months ago, such as 2026-11, of tickets or ledger_entries',
    positionals: 2,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, { positionals: [table = '', month = ''], values }, acting) =>
      detachPartition(deps, acting, { table, month, reason: reasonOf(values) ?? '' }),
  },
};
