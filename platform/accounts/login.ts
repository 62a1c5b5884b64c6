import { codes } from '../../shared/contract/codes.ts';
import type { SessionOpened } from '../../shared/contract/login.ts';
import type { Caller } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { type AccountDeps, loginResponseOf } from './context.ts';
import { findByUsername, isStillLogin, statusAt } from './repository.ts';

/**
 * Logs a player in (spec §2 and §5). An unknown username gets the same answer as a wrong password, after the same time
 * (docs/decisions/accounts-and-logins.md).
 */
export function createLogin(deps: AccountDeps) {
  const { db, clock, sessions, failures, checkPassword } = deps;

  return async (
    { username, password }: { username: string; password: string },
    caller: Caller,
  ): Promise<SessionOpened> => {
    const account = await findByUsername(db, username);
    const { addressKey } = caller;
    const subject = await checkPassword({ username, account, password, addressKey });
    if (!account) throw new Refusal(codes.loginWrong);
    const status = statusAt(account, clock.now());
    const isOpen = status === 'active';
    const token = await db.transaction(async (tx) => {
      // Reject the login if another request changed the account's password or status during the password check.
      if (!(await isStillLogin(tx, account))) return null;
      await failures.forget(subject, tx);
      if (!isOpen) return '';
      if (caller.tokenHash !== null) await sessions.close(caller.tokenHash, tx);
      return sessions.open(account.accountId, tx, caller.device);
    });
    if (token === null) throw new Refusal(codes.loginWrong);
    // Reveal the account's status only after a correct password.
    if (token === '' && status === 'excluded')
      throw new Refusal(codes.accountExcluded, {
        kind: 'exclusion',
        endsAt: account.statusUntil?.toISOString() ?? null,
      });
    if (token === '') throw new Refusal(codes.accountSuspended);
    const opened = await loginResponseOf(deps, account);
    return { ...opened, userData: { authToken: token, ...opened.userData } };
  };
}
