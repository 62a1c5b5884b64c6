import type { z } from 'zod';
import { codes } from '../../shared/contract/codes.ts';
import type { OtpSent, VerifyOtpRequest } from '../../shared/contract/one-time-passwords.ts';
import type { Caller, Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { sendCode } from '../otp/send-code.ts';
import type { OtpBinding, Recipient } from '../otp/service.ts';
import { isVerified, verifyContact } from './contact-changes.ts';
import type { AccountDeps } from './context.ts';
import { findPending } from './pending-contacts.ts';
import { findById } from './repository.ts';
import { recipientOf } from './reset.ts';

type Channel = Recipient['channel'];

function bindingOf({ accountId }: Player, recipient: Recipient): OtpBinding {
  // The code is valid only for this account, even if another account enters the same contact.
  return { purpose: 'contact', recipient, about: accountId };
}

/**
 * Verifies a player's own mail address or mobile by a code. A new contact replaces the current contact when the player
 * verifies the new contact. The first withdrawal requires a verified contact.
 */
export function createVerification(deps: AccountDeps) {
  const { db, clock, otps, messages } = deps;

  /**
   * Returns the player's contacts of one channel (mail or SMS), which the player can verify with a code. The new
   * contact comes before the current contact.
   */
  const ownContacts = async ({ accountId }: Player, channel: Channel): Promise<Recipient[]> => {
    const pending = await findPending(db, accountId, clock.now());
    const account = await findById(db, accountId);
    const address = channel === 'mail' ? account?.email : account?.mobile;
    return [...pending.filter((one) => one.channel === channel), ...(address ? [{ channel, address }] : [])];
  };

  /**
   * Whether a request repeats a successful verification. A client that did not receive the response repeats the
   * request, so the used code must be accepted again.
   */
  const isRepeated = async (player: Player, recipient: Recipient, otp: string): Promise<boolean> => {
    const isUsed = await otps.isUsed(bindingOf(player, recipient), otp);
    const account = isUsed ? await findById(db, player.accountId) : null;
    return account !== null && isVerified(account, recipient);
  };

  const take = async (
    player: Player,
    { tokenHash }: Caller,
    recipient: Recipient | undefined,
    otp: string,
  ): Promise<Record<string, never>> => {
    const otpId = recipient ? await otps.check(bindingOf(player, recipient), otp) : null;
    const { accountId } = player;
    if (recipient && otpId === null && (await isRepeated(player, recipient, otp))) return {};
    if (recipient === undefined || otpId === null) throw new Refusal(codes.otpWrong);
    const isDone = await db.transaction(
      async (tx) =>
        (await otps.consume(otpId, tx)) &&
        (await verifyContact(deps, tx, { accountId, recipient, tokenHash })),
    );
    if (!isDone) throw new Refusal(codes.otpWrong);
    messages.wake();
    return {};
  };

  return {
    async send(player: Player, channel: Channel): Promise<OtpSent> {
      const [to] = await ownContacts(player, channel);
      if (!to)
        throw Refusal.ofFields(
          channel === 'mail'
            ? { email_address: 'enter_email_address' }
            : { mobile_no: 'enter_mobile_number' },
        );
      const binding = bindingOf(player, to);
      return sendCode({ db, otps, messages }, { binding, template: 'contact_otp', to, reader: player });
    },

    async verifyMail(player: Player, otp: string, caller: Caller): Promise<Record<string, never>> {
      return take(player, caller, (await ownContacts(player, 'mail'))[0], otp);
    },

    /**
     * Verifies a mail address or a mobile. A contact that is not the player's own gets the same answer as a wrong code.
     */
    async verify(
      player: Player,
      given: z.output<typeof VerifyOtpRequest>,
      caller: Caller,
    ): Promise<Record<string, never>> {
      const asked = recipientOf(given);
      const own = await ownContacts(player, asked.channel);
      return take(
        player,
        caller,
        own.find(({ address }) => address === asked.address),
        given.otp,
      );
    },
  };
}
