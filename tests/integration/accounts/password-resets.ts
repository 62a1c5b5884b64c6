import { expect } from 'vitest';
import { newestOtp } from '../../helpers/outbox.ts';
import type { TestPlatform } from '../../helpers/platform.ts';

export const newPassword = 'Stone-bridge-81';

/** Returns the fields that request a reset of the password by mail. */
export function byMail(email_address: string) {
  return { type: 3, email_address, notification_type: 2 } as const;
}

/**
 * Returns actions for resets of a password by mail. They call `platformOf` only when they run, because the platform
 * starts later.
 */
export function resetsOn(platformOf: () => TestPlatform) {
  /** Requests a one-time password. */
  const send = (email: string) => platformOf().call('accounts/sendOtp', byMail(email));
  return {
    send,
    /** Submits the received one-time password without a new password. @returns the code of the answer */
    verify: async (email: string, otp: string) =>
      (await platformOf().call('accounts/verifyOtp', { ...byMail(email), otp })).body.firstCode,
    /** Submits the received one-time password together with a new password. */
    resetTo: (email: string, otp: string, password = newPassword) =>
      platformOf().call('accounts/changeForgotPassword', {
        type: 3,
        email_address: email,
        otp,
        password,
        confirm_password: password,
      }),
    /** Requests a one-time password and returns it. */
    askedFor: async (email: string): Promise<string> => {
      expect((await send(email)).body.success).toBe(true);
      return newestOtp(platformOf(), email);
    },
  };
}
