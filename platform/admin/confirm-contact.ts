import { eq } from 'drizzle-orm';
import { trustedContactsOf } from '../accounts/contacts.ts';
import { dropPendingElsewhere } from '../accounts/pending-contacts.ts';
import { accounts } from '../accounts/tables.ts';
import type { Recipient } from '../otp/service.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { rejectCommand } from './failure.ts';
import { holdPlayer } from './find-player.ts';

/**
 * Marks one contact as verified for a player with two unverified contacts. This contact can then receive a code for a
 * new password. Support must have checked the player's identity. All sessions are closed, because a stranger may have
 * opened them.
 * @throws AdminFailure if the player has a trusted contact, because such a player can set a new password without help
 */
export function confirmContact(
  deps: AdminDeps,
  acting: Acting,
  { who, channel, reason }: { who: string; channel: Recipient['channel']; reason: string },
): Promise<Outcome> {
  return perform(deps, acting, async (tx) => {
    const account = await holdPlayer(tx, who);
    const { accountId, username } = account;
    if (trustedContactsOf(account).length > 0)
      return rejectCommand(`${username} has a contact that receives codes for a new password`);
    const address = channel === 'mail' ? account.email : account.mobile;
    const name = channel === 'mail' ? 'mail address' : 'mobile number';
    if (address === null) return rejectCommand(`${username} has no ${name}`);
    const now = deps.clock.now();
    await tx
      .update(accounts)
      .set(channel === 'mail' ? { emailVerifiedAt: now } : { mobileVerifiedAt: now })
      .where(eq(accounts.accountId, accountId));
    await dropPendingElsewhere(tx, accountId, { channel, address });
    await deps.sessions.closeAll(accountId, tx);
    return {
      data: { accountId, channel },
      lines: [`The ${name} of ${username} is confirmed. All sessions are closed.`],
      line: { act: 'players confirm', accountId, subject: null, reason, result: { channel } },
    };
  });
}
