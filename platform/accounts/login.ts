import { codes } from '../../shared/contract/codes.ts';
import type { SessionOpened } from '../../shared/contract/login.ts';
import type { Caller } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { type AccountDeps, loginResponseOf } from './context.ts';
import { findByUsername, holdLogin, statusAt } from './repository.ts';

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
    const login = await db.transaction(async (tx) => {
      // Another request may have changed the account's password or status during the password check.
      const held = await holdLogin(tx, account);
      if (!held) return null;
      await failures.forget(subject, tx);
      const status = statusAt(held, clock.now());
      if (status !== 'active') return { held, status, token: null };
      if (caller.tokenHash !== null) await sessions.close(caller.tokenHash, tx);
      return { held, status, token: await sessions.open(held.accountId, tx, caller.device) };
    });
    if (login === null) throw new Refusal(codes.loginWrong);
    const { held, status, token } = login;
    // Reveal the account's status only after a correct password.
    if (status === 'excluded')
      throw new Refusal(codes.accountExcluded, {
        kind: 'exclusion',
        endsAt: held.statusUntil?.toISOString() ?? null,
      });
    if (token === null) throw new Refusal(codes.accountSuspended);
    const opened = await loginResponseOf(deps, held);
    return { ...opened, userData: { authToken: token, ...opened.userData } };
  };
}
