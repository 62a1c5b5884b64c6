import { findMatches } from '../limits/same-person.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { rejectCommand } from './failure.ts';
import { findPlayer } from './find-player.ts';
import { many } from './words.ts';

const distinctAct = 'players distinct';
const shownMatches = 500;

/**
 * Lists open accounts that may belong to an excluded person. Omits accounts that an operator has marked as another
 * person's.
 */
export async function listMatches({ db, clock }: AdminDeps): Promise<Outcome> {
  const data = await findMatches(db, { now: clock.now(), distinctAct, limit: shownMatches });
  return {
    data,
    lines: [
      ...data.map(({ username, excludedUsername, sharesMailbox, sharesIdentity }) => {
        const shared = [
          ...(sharesMailbox ? ['mailbox'] : []),
          ...(sharesIdentity ? ['name and date of birth'] : []),
        ];
        return `${username}  shares ${shared.join(', ')} with the excluded player ${excludedUsername}`;
      }),
      data.length === 0
        ? 'No open account may belong to an excluded person.'
        : `${many(data.length, 'account')} to check: exclude each one, or mark it with players distinct.`,
    ],
  };
}

/**
 * Records that a player and an excluded player are different persons, so that `listMatches` omits the pair. Only the
 * operators' log stores this record.
 */
export function markDistinct(
  deps: AdminDeps,
  acting: Acting,
  { who, excluded, reason }: { who: string; excluded: string; reason: string },
): Promise<Outcome> {
  return perform(deps, acting, async (tx) => {
    const { accountId, username } = await findPlayer(tx, who);
    const other = await findPlayer(tx, excluded);
    if (other.accountId === accountId) return rejectCommand('state two different players');
    const pair = { accountId, excludedId: other.accountId };
    return {
      data: pair,
      lines: [`${username} is another person than ${other.username}.`],
      line: { act: distinctAct, accountId, subject: other.accountId, reason, result: {} },
    };
  });
}
