import { and, eq } from 'drizzle-orm';
import { codes } from '../../shared/contract/codes.ts';
import type { Caller, Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { contactOf, trustedContactsOf } from './contacts.ts';
import type { AccountDeps } from './context.ts';
import { dropPending } from './pending-contacts.ts';
import { findById } from './repository.ts';
import { passwordFault } from './signup.ts';
import { accounts } from './tables.ts';

export function createSecurity({ db, sessions, passwords, failures, checkPassword, messages }: AccountDeps) {
  return {
    /**
     * Replaces the password. Closes all other sessions, because a stranger who knew the old password may have opened
     * one.
     * @throws Refusal 15111 for a wrong current password, 15113 after too many wrong passwords, 10400 if the new
     *   password equals the old one or is easy to guess
     */
    async changePassword(
      { accountId }: Player,
      { password, newPassword }: { password: string; newPassword: string },
      { addressKey, tokenHash }: Caller,
    ): Promise<Record<string, never>> {
      const account = await findById(db, accountId);
      if (!account) throw new Refusal(codes.sessionExpired);
      const { username, language, passwordHash: oldHash } = account;
      await failures.forget(await checkPassword({ username, account, password, addressKey }));
      const isSame = newPassword.normalize('NFKC') === password.normalize('NFKC');
      const fault = isSame ? 'password_unchanged' : passwordFault(newPassword, account);
      if (fault) throw Refusal.ofFields({ newPassword: fault });
      const passwordHash = await passwords.hash(newPassword);
      await db.transaction(async (tx) => {
        // Another request may have replaced the password while the new password was hashed.
        const changed = await tx
          .update(accounts)
          .set({ passwordHash })
          .where(and(eq(accounts.accountId, accountId), eq(accounts.passwordHash, oldHash)))
          .returning({ accountId: accounts.accountId });
        if (changed.length === 0) throw new Refusal(codes.loginWrong);
        await sessions.closeOthers(accountId, tokenHash, tx);
        await dropPending(tx, accountId);
        const to = trustedContactsOf(account)[0] ?? contactOf(account);
        if (to)
          await messages.write({ template: 'password_replaced', to, username, language, values: {} }, tx);
      });
      messages.wake();
      return {};
    },

    /** @param ended the id of the session to close, or 'others' for all sessions except the caller's */
    async endSession(
      { accountId }: Player,
      ended: string,
      { tokenHash }: Caller,
    ): Promise<{ ended: number; endedCurrent: boolean }> {
      if (ended === 'others')
        return { ended: await sessions.closeOthers(accountId, tokenHash), endedCurrent: false };
      const closedHash = await sessions.closeOne(accountId, ended);
      if (closedHash === null) throw new Refusal(codes.notFound);
      return { ended: 1, endedCurrent: closedHash === tokenHash };
    },
  };
}
