import { timeZoneOf } from '../context.ts';
import { rejectUsage } from '../failure.ts';
import { showLog, verifyLog } from '../log-reports.ts';
import { momentOf } from '../words.ts';
import type { Commands } from './command.ts';

export const logCommands: Commands = {
  log: {
    shape: '[--player PLAYER] [--since WHEN]',
    about: "operators' acts, newest first, at most 1,000 lines",
    positionals: 0,
    takes: ['player', 'since', 'check', 'known'],
    isAct: false,
    run: async (deps, { values }) => {
      const { check, known, player, since } = values;
      if (check) {
        if (player !== undefined || since !== undefined) rejectUsage('log --check reads the whole log');
        return verifyLog(deps, known ?? null);
      }
      if (known !== undefined) rejectUsage('--known requires --check');
      return showLog(deps, {
        who: player ?? null,
        since: since === undefined ? null : momentOf('since', since, await timeZoneOf(deps)),
      });
    },
  },
};
