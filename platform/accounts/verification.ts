import type { z } from 'zod';
import { codes } from '../../shared/contract/codes.ts';
import type { OtpSent, VerifyOtpRequest } from '../../shared/contract/one-time-passwords.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { sendCode } from '../otp/send-code.ts';
import type { Recipient } from '../otp/service.ts';
import type { AccountDeps } from './context.ts';
import { findById, setVerified } from './repository.ts';
import { recipientOf } from './reset.ts';

type Channel = Recipient['channel'];

/** Verifies a player's own mail address or mobile by a code. The first withdrawal requires it. */
export function createVerification({ db, clock, otps, messages }: AccountDeps) {
  const ownContact = async ({ accountId }: Player, channel: Channel): Promise<Recipient | null> => {
    const account = await findById(db, accountId);
    const address = channel === 'mail' ? account?.email : account?.mobile;
    return address ? { channel, address } : null;
  };

  const take = async (
    { accountId }: Player,
    recipient: Recipient | null,
    otp: string,
  ): Promise<Record<string, never>> => {
    const otpId = recipient ? await otps.check({ purpose: 'contact', recipient }, otp) : null;
    if (recipient === null || otpId === null) throw new Refusal(codes.otpWrong);
    const isDone = await db.transaction(
      async (tx) =>
        (await otps.consume(otpId, tx)) &&
        (await setVerified(tx, { accountId, recipient, now: clock.now() })),
    );
    if (!isDone) throw new Refusal(codes.otpWrong);
    return {};
  };

  return {
    async send(player: Player, channel: Channel): Promise<OtpSent> {
      const to = await ownContact(player, channel);
      if (!to)
        throw Refusal.ofFields(
          channel === 'mail'
            ? { email_address: 'enter_email_address' }
            : { mobile_no: 'enter_mobile_number' },
        );
      const binding = { purpose: 'contact', recipient: to } as const;
      return sendCode({ db, otps, messages }, { binding, template: 'contact_otp', to, reader: player });
    },

    async verifyMail(player: Player, otp: string): Promise<Record<string, never>> {
      return take(player, await ownContact(player, 'mail'), otp);
    },

    /** Mail address or mobile. Another account's contact is answered like a wrong code. */
    async verify(player: Player, given: z.output<typeof VerifyOtpRequest>): Promise<Record<string, never>> {
      const asked = recipientOf(given);
      const own = await ownContact(player, asked.channel);
      return take(player, own?.address === asked.address ? own : null, given.otp);
    },
  };
}
