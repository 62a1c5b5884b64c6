import type { z } from 'zod';
import { codes } from '../../shared/contract/codes.ts';
import type { Answer } from '../../shared/contract/envelope.ts';
import { wholeMobileOf } from '../../shared/contract/fields.ts';
import type {
  OtpSent,
  ResetPasswordRequest,
  SendOtpRequest,
  VerifyOtpRequest,
} from '../../shared/contract/one-time-passwords.ts';
import { failure, success, wrongFields } from '../http/answers.ts';
import { sendCode } from '../otp/send-code.ts';
import type { Recipient } from '../otp/service.ts';
import { isCommonPassword } from './common-passwords.ts';
import { type AccountDeps, contactOf } from './context.ts';
import { TooManyHashings } from './passwords.ts';
import { findByContact, setPassword } from './repository.ts';
import { passwordFault } from './signup.ts';

/** Where the one field of the form leads: a mail address, or a number whose country is known. */
export function recipientOf(given: {
  email_address?: string | undefined;
  country_code?: string | undefined;
  mobile_no?: string | undefined;
}): Recipient | { kind: 'wrong'; fields: Record<string, string> } {
  if (given.email_address !== undefined) return { channel: 'mail', address: given.email_address };
  const address = wholeMobileOf(given);
  return address === null
    ? { kind: 'wrong', fields: { mobile_no: 'enter_valid_mobile_no' } }
    : { channel: 'sms', address };
}

const ended = Symbol('the code was used meanwhile');

/** A new password by a code that went to the account's own mail address or mobile (spec §4, forgot password). */
export function createReset(deps: AccountDeps) {
  const { db, clock, sessions, passwords, otps, messages } = deps;

  return {
    /** Answers the same, and does the same, whether or not there is such an account. */
    async send(given: z.output<typeof SendOtpRequest>): Promise<Answer<OtpSent>> {
      const to = recipientOf(given);
      if ('kind' in to) return wrongFields(to.fields);
      const reader = await findByContact(db, to);
      return sendCode(deps, {
        binding: { purpose: 'reset', recipient: to },
        template: 'reset_otp',
        to,
        reader,
      });
    },

    /** The wizard's second step: the code stays good for its third. */
    async verify(given: z.output<typeof VerifyOtpRequest>): Promise<Answer<Record<string, never>>> {
      const recipient = recipientOf(given);
      if ('kind' in recipient) return wrongFields(recipient.fields);
      const otpId = await otps.check({ purpose: 'reset', recipient }, given.otp);
      if (otpId === null) return failure(codes.otpWrong);
      await otps.keepVerified(otpId);
      return success({});
    },

    /** Uses the code up, ends every session of the account and tells its owner. */
    async setPassword(given: z.output<typeof ResetPasswordRequest>): Promise<Answer<Record<string, never>>> {
      const { otp, password } = given;
      const recipient = recipientOf(given);
      if ('kind' in recipient) return wrongFields(recipient.fields);
      // Said of the password alone, so it can be said to anybody.
      if (isCommonPassword(password)) return wrongFields({ password: 'password_too_common' });
      const otpId = await otps.check({ purpose: 'reset', recipient }, otp);
      const account = await findByContact(db, recipient);
      if (otpId === null || account === null) return failure(codes.otpWrong);
      const fault = passwordFault(password, account);
      if (fault) {
        await otps.keepVerified(otpId);
        return wrongFields({ password: fault });
      }
      const { accountId, username, language } = account;
      try {
        const passwordHash = await passwords.hash(password);
        await db.transaction(async (tx) => {
          const now = clock.now();
          if (!(await otps.consume(otpId, tx))) throw ended;
          if (!(await setPassword(tx, { accountId, recipient, passwordHash, now }))) throw ended;
          await sessions.closeAll(accountId, tx);
          const to = contactOf(account) ?? recipient;
          await messages.write({ template: 'password_changed', to, username, language, values: {} }, tx);
        });
      } catch (error) {
        if (error === ended) return failure(codes.otpWrong);
        if (!(error instanceof TooManyHashings)) throw error;
        await otps.keepVerified(otpId);
        return failure(codes.tooManyTries);
      }
      messages.wake();
      return success({});
    },
  };
}
