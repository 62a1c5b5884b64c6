import type { z } from 'zod';
import { codes } from '../../shared/contract/codes.ts';
import { wholeMobileOf } from '../../shared/contract/fields.ts';
import type {
  OtpSent,
  ResetPasswordRequest,
  SendOtpRequest,
  VerifyOtpRequest,
} from '../../shared/contract/one-time-passwords.ts';
import { Refusal } from '../http/refusal.ts';
import { sendCode } from '../otp/send-code.ts';
import type { Recipient } from '../otp/service.ts';
import { isCommonPassword } from './common-passwords.ts';
import { trustedContactsOf } from './contacts.ts';
import type { AccountDeps } from './context.ts';
import { dropPending } from './pending-contacts.ts';
import { findByTrustedContact, setPassword } from './repository.ts';
import { passwordFault } from './signup.ts';

/**
 * Returns the recipient that the player entered: a mail address, or a mobile number of a known country.
 * @throws Refusal 10400 for a number without a known country
 */
export function recipientOf(given: {
  email_address?: string | undefined;
  country_code?: string | undefined;
  mobile_no?: string | undefined;
}): Recipient {
  if (given.email_address !== undefined) return { channel: 'mail', address: given.email_address };
  const address = wholeMobileOf(given);
  if (address === null) throw Refusal.ofFields({ mobile_no: 'enter_valid_mobile_no' });
  return { channel: 'sms', address };
}

/**
 * Lets a player set a new password with a code. The code is sent to a trusted contact of the account (contacts.ts, spec
 * §4).
 */
export function createReset(deps: AccountDeps) {
  const { db, clock, sessions, passwords, otps, messages } = deps;

  return {
    /**
     * Sends a code. For a contact without an account, it does the same work and returns the same answer, so that a
     * stranger cannot find out who has an account.
     */
    async send(given: z.output<typeof SendOtpRequest>): Promise<OtpSent> {
      const to = recipientOf(given);
      const reader = await findByTrustedContact(db, to);
      return sendCode(deps, {
        binding: { purpose: 'reset', recipient: to },
        template: 'reset_otp',
        to,
        reader,
      });
    },

    /** Checks the code in the second step of the password reset. The code stays valid for the third step. */
    async verify(given: z.output<typeof VerifyOtpRequest>): Promise<Record<string, never>> {
      const recipient = recipientOf(given);
      const otpId = await otps.check({ purpose: 'reset', recipient }, given.otp);
      if (otpId === null) throw new Refusal(codes.otpWrong);
      await otps.keepVerified(otpId);
      return {};
    },

    /**
     * Sets the new password. The code becomes invalid, all sessions of the account are closed, and the owner receives a
     * message.
     */
    async setPassword(given: z.output<typeof ResetPasswordRequest>): Promise<Record<string, never>> {
      const { otp, password } = given;
      const recipient = recipientOf(given);
      // Check the new password before the one-time password. The result depends only on the new password, so the
      // response reveals nothing about an account.
      if (isCommonPassword(password)) throw Refusal.ofFields({ password: 'password_too_common' });
      const otpId = await otps.check({ purpose: 'reset', recipient }, otp);
      const account = await findByTrustedContact(db, recipient);
      if (otpId === null || account === null) throw new Refusal(codes.otpWrong);
      const fault = passwordFault(password, account);
      if (fault) {
        await otps.keepVerified(otpId);
        throw Refusal.ofFields({ password: fault });
      }
      const { accountId, username, language } = account;
      const passwordHash = await passwords.hash(password).catch(async (error: unknown) => {
        await otps.keepVerified(otpId);
        throw error;
      });
      await db.transaction(async (tx) => {
        const now = clock.now();
        // While the password was hashed, the code may have expired or been used, or the contact may have changed.
        if (!(await otps.consume(otpId, tx))) throw new Refusal(codes.otpWrong);
        if (!(await setPassword(tx, { accountId, recipient, passwordHash, now })))
          throw new Refusal(codes.otpWrong);
        await sessions.closeAll(accountId, tx);
        await dropPending(tx, accountId);
        const [to = recipient] = trustedContactsOf(account);
        await messages.write({ template: 'password_changed', to, username, language, values: {} }, tx);
      });
      messages.wake();
      return {};
    },
  };
}
