import { codes } from '../../shared/contract/codes.ts';
import type { OtpSent } from '../../shared/contract/one-time-passwords.ts';
import type { Db } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';
import type { Messages } from '../messages/service.ts';
import { languages } from '../messages/texts.ts';
import type { OtpBinding, Otps, Recipient } from './service.ts';

export interface CodeToSend {
  binding: OtpBinding;
  template: 'reset_otp' | 'contact_otp' | 'claim_otp';
  to: Recipient;
  /**
   * The owner of the account, or null if no account exists. If it is null, nothing is sent. The answer and its duration
   * are the same with and without an account, so that callers cannot find out which accounts exist.
   */
  reader: { username: string; language: string } | null;
}

/**
 * In one transaction, issues a one-time password and writes its message.
 * @throws Refusal 15429 if the recipient got too many codes
 */
export async function sendCode(
  { db, otps, messages }: { db: Db; otps: Otps; messages: Messages },
  { binding, template, to, reader }: CodeToSend,
): Promise<OtpSent> {
  const sent = await db.transaction(async (tx) => {
    const issued = await otps.issue(binding, tx);
    if (issued.kind === 'too-many') throw new Refusal(codes.tooManyTries);
    const { otp, expiresAt, expiresInSeconds } = issued;
    await messages.write(
      {
        template,
        to,
        username: reader?.username ?? null,
        language: reader?.language ?? languages[0],
        values: { otp, minutes: String(expiresInSeconds / 60) },
        expiresAt,
        isVoid: reader === null,
      },
      tx,
    );
    return issued;
  });
  messages.wake();
  return { resendAfterSeconds: sent.resendAfterSeconds, expiresInSeconds: sent.expiresInSeconds };
}
