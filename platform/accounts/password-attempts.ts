import { codes } from '../../shared/contract/codes.ts';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { Db } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';
import type { Messages } from '../messages/service.ts';
import { contactOf } from './contacts.ts';
import { type LoginFailures, mostFailures } from './login-failures.ts';
import type { Passwords } from './passwords.ts';
import type { Account } from './repository.ts';

export interface PasswordAttempt {
  username: string;
  /** The account with this username. Null if there is none. The password check takes the same time in both cases. */
  account: Account | null;
  password: string;
  /** Identifies the client's address in the count of failures (shared/domain/client-address.ts). */
  addressKey: string;
}

/**
 * Checks the password of an account. Wrong passwords that are entered within a session also count towards the login
 * lock. Otherwise, a person who has stolen a session could guess the password without limit.
 * @returns the key under which the failures are counted. The caller passes the key to `failures.forget`
 * @throws Refusal 15113 while the username is locked for this client, 15111 for a wrong password
 */
export type CheckPassword = (attempt: PasswordAttempt) => Promise<string>;

export function createCheckPassword({
  db,
  clock,
  timeZone,
  passwords,
  failures,
  messages,
}: {
  db: Db;
  clock: { now(): Date };
  timeZone: string;
  passwords: Passwords;
  failures: LoginFailures;
  messages: Messages;
}): CheckPassword {
  /**
   * At most once a day, notifies the account's owner that logins are locked. If the username is unknown or the account
   * has no contact, writes a message that is never sent, so that the response time does not reveal whether the username
   * exists.
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

  return async ({ username, account, password, addressKey }) => {
    const attempt = await failures.begin(username, addressKey);
    if (attempt.kind === 'locked') throw new Refusal(codes.accountLocked);
    const { subject } = attempt;
    const isRight = await passwords
      .matches(account?.passwordHash ?? null, password)
      .catch(async (error: unknown) => {
        await failures.takeBack(subject);
        throw error;
      });
    if (account && isRight) return subject;
    if (attempt.failures === mostFailures) await notifyOwner(account, subject);
    throw new Refusal(codes.loginWrong);
  };
}
