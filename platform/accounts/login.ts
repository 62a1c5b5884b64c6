import { codes } from '../../shared/contract/codes.ts';
import type { SessionOpened } from '../../shared/contract/login.ts';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { Caller } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { type AccountDeps, contactOf, loginResponseOf } from './context.ts';
import { mostFailures } from './login-failures.ts';
import { type Account, findByUsername, isStillLogin, statusAt } from './repository.ts';

/**
 * Logs a player in (spec §2 and §5). An unknown username takes the same time and gets the same answer
 * (docs/decisions/accounts-and-logins.md).
 */
export function createLogin(deps: AccountDeps) {
  const { db, clock, timeZone, sessions, passwords, failures, messages } = deps;

  /**
   * Notifies the owner at most once a day. For an unknown username a message is written that is never sent.
   */
  const notifyOwner = async (account: Account | null, subject: string): Promise<void> => {
    const to = account ? contactOf(account) : null;
    await messages.write(
      {
        template: 'login_locked',
        to: to ?? { channel: 'mail', address: subject },
        username: account?.username ?? null,
        language: account?.language ?? 'en',
        values: { tries: String(mostFailures) },
        onceKey: `login_locked ${account?.accountId ?? subject} ${isoDayIn(timeZone, clock.now())}`,
        isVoid: to === null,
      },
      db,
    );
    messages.wake();
  };

  return async (
    { username, password }: { username: string; password: string },
    caller: Caller,
  ): Promise<SessionOpened> => {
    const attempt = await failures.begin(username, caller.addressKey);
    if (attempt.kind === 'locked') throw new Refusal(codes.accountLocked);
    const { subject } = attempt;
    const account = await findByUsername(db, username);
    let isRight: boolean;
    try {
      isRight = await passwords.matches(account?.passwordHash ?? null, password);
    } catch (error) {
      await failures.takeBack(subject);
      throw error;
    }
    if (!account || !isRight) {
      if (attempt.failures === mostFailures) await notifyOwner(account, subject);
      throw new Refusal(codes.loginWrong);
    }
    const isOpen = statusAt(account, clock.now()) === 'active';
    const token = await db.transaction(async (tx) => {
      // The password was replaced during the check.
      if (!(await isStillLogin(tx, account))) return null;
      await failures.forget(subject, tx);
      if (!isOpen) return '';
      if (caller.tokenHash !== null) await sessions.close(caller.tokenHash, tx);
      return sessions.open(account.accountId, tx);
    });
    if (token === null) throw new Refusal(codes.loginWrong);
    // Reveal the account's status only after a correct password.
    if (token === '') throw new Refusal(codes.accountSuspended);
    const opened = await loginResponseOf(deps, account);
    return { ...opened, userData: { authToken: token, ...opened.userData } };
  };
}
