import { type ParsedArguments, reasonOf } from '../arguments.ts';
import { confirmContact } from '../confirm-contact.ts';
import { deletePlayer } from '../delete-player.ts';
import { exportPlayer } from '../export-player.ts';
import { rejectUsage } from '../failure.ts';
import { listMatches, markDistinct } from '../matches.ts';
import { exclude, listUnchecked, restore, suspend } from '../player-status.ts';
import { showPlayer } from '../show-player.ts';
import { decideIdentity } from '../verifications.ts';
import { type Commands, first, untilOf } from './command.ts';

function verdictOf({ positionals: [, verdict] }: ParsedArguments): 'approved' | 'refused' {
  if (verdict === 'approve') return 'approved';
  return verdict === 'refuse' ? 'refused' : rejectUsage('state a decision: approve or refuse');
}

function channelOf({ positionals: [, contact] }: ParsedArguments): 'mail' | 'sms' {
  if (contact === 'mail') return 'mail';
  return contact === 'mobile' ? 'sms' : rejectUsage('state a contact: mail or mobile');
}

export const playerCommands: Commands = {
  'players show': {
    shape: 'PLAYER',
    about: "a player's status, wallet and latest activity",
    positionals: 1,
    isAct: false,
    run: (deps, asked) => showPlayer(deps, first(asked)),
  },
  'players suspend': {
    shape: 'PLAYER --reason TEXT [--until WHEN] [--dry-run]',
    about: 'stops play and payments; closes all sessions',
    positionals: 1,
    takes: ['until', 'dry-run'],
    needs: ['reason'],
    isAct: true,
    run: async (deps, asked, acting) =>
      suspend(deps, acting, {
        who: first(asked),
        reason: reasonOf(asked.values) ?? '',
        until: await untilOf(deps, asked),
      }),
  },
  'players exclude': {
    shape: 'PLAYER --reason TEXT [--until WHEN] [--dry-run]',
    about: 'stops play until the end, and cannot end earlier; closes all sessions',
    positionals: 1,
    takes: ['until', 'dry-run'],
    needs: ['reason'],
    isAct: true,
    run: async (deps, asked, acting) =>
      exclude(deps, acting, {
        who: first(asked),
        reason: reasonOf(asked.values) ?? '',
        until: await untilOf(deps, asked),
      }),
  },
  'players matches': {
    shape: '',
    about: 'open accounts that may belong to an excluded person, at most 500',
    positionals: 0,
    isAct: false,
    run: (deps) => listMatches(deps),
  },
  'players distinct': {
    shape: 'PLAYER EXCLUDED_PLAYER --reason TEXT [--dry-run]',
    about: 'states that a player is another person than the excluded one, and ends the match',
    positionals: 2,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      markDistinct(deps, acting, {
        who: first(asked),
        excluded: asked.positionals[1] ?? '',
        reason: reasonOf(asked.values) ?? '',
      }),
  },
  'players restore': {
    shape: 'PLAYER --reason TEXT [--dry-run]',
    about: 'ends a suspension, or an exclusion that is over',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) => restore(deps, acting, first(asked), reasonOf(asked.values) ?? ''),
  },
  'players unchecked': {
    shape: '',
    about: 'players who wait for the check of their identity, at most 500',
    positionals: 0,
    isAct: false,
    run: (deps) => listUnchecked(deps),
  },
  'players identity': {
    shape: 'PLAYER approve|refuse [--reason TEXT] [--dry-run]',
    about: 'approves or refuses the identity of a player; a refusal needs a reason, which the player reads',
    positionals: 2,
    takes: ['reason', 'dry-run'],
    isAct: true,
    run: (deps, asked, acting) => {
      const verdict = verdictOf(asked);
      const reason = reasonOf(asked.values);
      if (verdict === 'refused' && reason === null) rejectUsage('players identity … refuse needs --reason');
      return decideIdentity(deps, acting, {
        who: first(asked),
        verdict,
        reason,
        act: 'players identity',
        needsRequest: false,
      });
    },
  },
  'players confirm': {
    shape: 'PLAYER mail|mobile --reason TEXT [--dry-run]',
    about: 'confirms a contact of a player who has two unconfirmed ones; closes all sessions',
    positionals: 2,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      confirmContact(deps, acting, {
        who: first(asked),
        channel: channelOf(asked),
        reason: reasonOf(asked.values) ?? '',
      }),
  },
  'players export': {
    shape: 'PLAYER --out FILE',
    about: 'writes all data about a person into a new JSON file',
    positionals: 1,
    needs: ['out'],
    isAct: true,
    run: (deps, asked, acting) =>
      exportPlayer(deps, acting, { who: first(asked), file: asked.values.out ?? '' }),
  },
  'players delete': {
    shape: 'PLAYER --reason TEXT [--dry-run]',
    about: 'deletes personal data; tickets and ledger stay under the account id',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) =>
      deletePlayer(deps, acting, { who: first(asked), reason: reasonOf(asked.values) ?? '' }),
  },
};
