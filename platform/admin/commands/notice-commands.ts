import { reasonOf } from '../arguments.ts';
import { sendTexts, showNotices } from '../notices.ts';
import { type Commands, first } from './command.ts';

export const noticeCommands: Commands = {
  'notices send': {
    shape: 'FILE.yaml|PROMOTION [--reason TEXT] [--dry-run]',
    about:
      'notifies all players who may receive it, and mails those who want mails; the same command again resumes an interrupted one',
    positionals: 1,
    takes: ['reason', 'dry-run'],
    isAct: true,
    run: (deps, asked, acting) =>
      sendTexts(deps, acting, { source: first(asked), reason: reasonOf(asked.values) }),
  },
  'notices list': {
    shape: '',
    about: 'the newest 100 promotions and notices with their progress',
    positionals: 0,
    isAct: false,
    run: (deps) => showNotices(deps),
  },
};
