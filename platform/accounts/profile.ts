import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { codes } from '../../shared/contract/codes.ts';
import type { Profile, UpdateProfileRequest } from '../../shared/contract/profile.ts';
import { isOfAge } from '../../shared/domain/age.ts';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { Caller, Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { refusalReasonOf } from '../identity/refusal-reason.ts';
import { languageOf } from '../messages/texts.ts';
import type { Recipient } from '../otp/service.ts';
import { avatars } from './avatars.ts';
import { namedContact } from './contacts.ts';
import type { AccountDeps } from './context.ts';
import { dropPending, findPending, putPending } from './pending-contacts.ts';
import { type Account, findById, findVerifiedElsewhere, lockAccount } from './repository.ts';
import { accounts } from './tables.ts';

type Changes = z.output<typeof UpdateProfileRequest>;

const earliestBirth = '1900-01-01';

interface Related {
  pending: readonly Recipient[];
  refusalReason: string | null;
}

function profileOf(account: Account, { pending, refusalReason }: Related, timeZone: string): Profile {
  const pendingOf = (channel: Recipient['channel']) =>
    pending.find((one) => one.channel === channel)?.address ?? null;
  return {
    username: account.username,
    email_address: account.email,
    emailVerified: account.emailVerifiedAt !== null,
    pendingEmail: pendingOf('mail'),
    mobile_no: account.mobile,
    mobileVerified: account.mobileVerifiedAt !== null,
    pendingMobile: pendingOf('sms'),
    firstName: account.firstName,
    lastName: account.lastName,
    birthDate: account.birthDate,
    country: account.countryId,
    state: account.stateId,
    street: account.street,
    city: account.city,
    postCode: account.postCode,
    currencyCode: account.currencyCode,
    userLanguge: account.language,
    avatarImage: account.avatarImage,
    isPromotion: account.wantsPromotions ? 1 : 0,
    showInWinners: account.showInWinners ? 1 : 0,
    winMail: account.winMailsSince ? 1 : 0,
    noticeMail: account.wantsNoticeMails ? 1 : 0,
    kycStatus: account.kycState,
    kycReason: refusalReason,
    memberSince: isoDayIn(timeZone, account.createdAt),
  };
}

/** Returns the contacts in a request, in the form in which they are stored. */
function contactsIn({ email_address, country_code, mobile_no }: Changes): Recipient[] {
  return [
    ...(email_address === undefined ? [] : [{ channel: 'mail' as const, address: email_address }]),
    ...(mobile_no === undefined ? [] : [{ channel: 'sms' as const, address: `${country_code}${mobile_no}` }]),
  ];
}

function isContactOf({ email, mobile }: Account, { channel, address }: Recipient): boolean {
  return (channel === 'mail' ? email : mobile) === address;
}

/**
 * An operator checks these fields to approve a player's identity. The player cannot change them while the check is
 * pending or after the approval.
 */
const identity = ['firstName', 'lastName', 'birthDate', 'country', 'state'] as const;

/**
 * Returns the time since which the player wants mails about wins, after the given changes. Null if the player wants no
 * such mails. If the player requests the mails while they already receive them, the earlier time is kept.
 */
function winMailsSinceAfter({ winMailsSince }: Account, { winMail }: Changes, now: Date): Date | null {
  if (winMail === undefined) return winMailsSince;
  return winMail === 1 ? (winMailsSince ?? now) : null;
}

/**
 * Returns the account's country and state after the given changes. If only the country changes, the state becomes null.
 */
function placeAfter(account: Account, { country = account.countryId ?? undefined, state }: Changes) {
  return {
    countryId: country ?? null,
    stateId: state ?? (country === (account.countryId ?? undefined) ? account.stateId : null),
  };
}

/** Reads and changes a player's own data (spec §7: getUserProfile, updateUserDetails, updateAvatar). */
export function createProfiles(deps: AccountDeps) {
  const { db, clock, timeZone, places, failures, checkPassword } = deps;

  const wrongOf = (account: Account, changes: Changes): Record<string, string> => {
    const { birthDate } = changes;
    const { countryId, stateId } = placeAfter(account, changes);
    const isIdentityLocked = account.kycState === 'pending' || account.kycState === 'approved';
    const changesPlace = changes.country !== undefined || changes.state !== undefined;
    const isBirth =
      birthDate === undefined ||
      (birthDate >= earliestBirth && isOfAge(birthDate, isoDayIn(timeZone, clock.now())));
    return {
      ...places.checkPhoneCode(changes.country_code),
      ...(changesPlace ? places.checkCountry(countryId, stateId) : {}),
      ...(isBirth ? {} : { birthDate: 'please_confirm_your_age' }),
      ...(isIdentityLocked
        ? Object.fromEntries(
            identity.filter((name) => changes[name] !== undefined).map((name) => [name, 'field.locked']),
          )
        : {}),
    };
  };

  const change = async (tx: Transaction, account: Account, changes: Changes): Promise<Account> => {
    const [changed] = await tx
      .update(accounts)
      .set({
        firstName: changes.firstName ?? account.firstName,
        lastName: changes.lastName ?? account.lastName,
        birthDate: changes.birthDate ?? account.birthDate,
        ...placeAfter(account, changes),
        street: changes.street ?? account.street,
        city: changes.city ?? account.city,
        postCode: changes.postCode ?? account.postCode,
        language: changes.userLanguge === undefined ? account.language : languageOf(changes.userLanguge),
        wantsPromotions:
          changes.isPromotion === undefined ? account.wantsPromotions : changes.isPromotion === 1,
        showInWinners:
          changes.showInWinners === undefined ? account.showInWinners : changes.showInWinners === 1,
        wantsNoticeMails:
          changes.noticeMail === undefined ? account.wantsNoticeMails : changes.noticeMail === 1,
        winMailsSince: winMailsSinceAfter(account, changes, clock.now()),
      })
      .where(eq(accounts.accountId, account.accountId))
      .returning();
    if (!changed) throw new Error('update returned no row');
    for (const recipient of contactsIn(changes)) {
      if (isContactOf(account, recipient)) await dropPending(tx, account.accountId, recipient.channel);
      else {
        const taken =
          (await findVerifiedElsewhere(tx, account.accountId, recipient)) ??
          (await deps.findExcluded(namedContact(recipient), tx));
        if (taken) throw new Refusal(taken);
        await putPending(tx, account.accountId, recipient, clock.now());
      }
    }
    return changed;
  };

  /** Checks the password, so that nobody can take over an account with a stolen session by changing its contacts. */
  const confirmPassword = async (accountId: string, changes: Changes, { addressKey }: Caller) => {
    if (contactsIn(changes).length === 0) return;
    const account = await findById(db, accountId);
    if (!account || contactsIn(changes).every((recipient) => isContactOf(account, recipient))) return;
    const { username } = account;
    const { password } = changes;
    if (password === undefined) throw Refusal.ofFields({ password: 'enter_a_password' });
    await failures.forget(await checkPassword({ username, account, password, addressKey }));
  };

  const relatedOf = async (on: Queryable, account: Account): Promise<Related> => ({
    pending: await findPending(on, account.accountId, clock.now()),
    refusalReason: await refusalReasonOf(on, account),
  });

  return {
    async read({ accountId }: Player): Promise<Profile> {
      const account = await findById(db, accountId);
      if (!account) throw new Refusal(codes.sessionExpired);
      return profileOf(account, await relatedOf(db, account), timeZone);
    },

    async update({ accountId }: Player, changes: Changes, caller: Caller): Promise<Profile> {
      await confirmPassword(accountId, changes, caller);
      return db.transaction(async (tx): Promise<Profile> => {
        const account = await lockAccount(tx, accountId);
        const fields = wrongOf(account, changes);
        if (Object.keys(fields).length > 0) throw Refusal.ofFields(fields);
        const changed = await change(tx, account, changes);
        return profileOf(changed, await relatedOf(tx, changed), timeZone);
      });
    },

    async setAvatar({ accountId }: Player, avatarImage: string): Promise<{ avatarImage: string }> {
      if (!avatars.includes(avatarImage)) throw Refusal.ofFields({ avatarImage: 'field.wrong' });
      await db.update(accounts).set({ avatarImage }).where(eq(accounts.accountId, accountId));
      return { avatarImage };
    },
  };
}
