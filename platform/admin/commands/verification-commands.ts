import { type ParsedArguments, reasonOf } from '../arguments.ts';
import type { Acting, AdminDeps } from '../context.ts';
import { decideIdentity, listVerifications, saveDocuments, showVerification } from '../verifications.ts';
import { type Commands, first } from './command.ts';

function decide(deps: AdminDeps, asked: ParsedArguments, acting: Acting, verdict: 'approved' | 'refused') {
  return decideIdentity(deps, acting, {
    who: first(asked),
    verdict,
    reason: reasonOf(asked.values),
    act: verdict === 'approved' ? 'verifications approve' : 'verifications refuse',
    needsRequest: true,
  });
}

export const verificationCommands: Commands = {
  'verifications list': {
    shape: '',
    about: 'identity checks that wait for a decision, oldest first, at most 500',
    positionals: 0,
    isAct: false,
    run: (deps) => listVerifications(deps),
  },
  'verifications show': {
    shape: 'PLAYER',
    about: "a player's details, checks and stored documents",
    positionals: 1,
    isAct: false,
    run: (deps, asked) => showVerification(deps, first(asked)),
  },
  'verifications save': {
    shape: 'PLAYER --out FOLDER',
    about: "writes a player's documents into a new folder; delete it after the check",
    positionals: 1,
    needs: ['out'],
    isAct: true,
    run: (deps, asked, acting) =>
      saveDocuments(deps, acting, { who: first(asked), folder: asked.values.out ?? '' }),
  },
  'verifications approve': {
    shape: 'PLAYER [--reason TEXT] [--dry-run]',
    about: 'approves the identity of a player who requested the check',
    positionals: 1,
    takes: ['reason', 'dry-run'],
    isAct: true,
    run: (deps, asked, acting) => decide(deps, asked, acting, 'approved'),
  },
  'verifications refuse': {
    shape: 'PLAYER --reason TEXT [--dry-run]',
    about: 'refuses it; the player reads the reason and can send other documents',
    positionals: 1,
    takes: ['dry-run'],
    needs: ['reason'],
    isAct: true,
    run: (deps, asked, acting) => decide(deps, asked, acting, 'refused'),
  },
};
