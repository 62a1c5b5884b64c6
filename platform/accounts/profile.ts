import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { codes } from '../../shared/contract/codes.ts';
import type { Profile, UpdateProfileRequest } from '../../shared/contract/profile.ts';
import { isOfAge } from '../../shared/domain/age.ts';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { Transaction } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { languageOf } from '../messages/texts.ts';
import { avatars } from './avatars.ts';
import { contactOf } from './contacts.ts';
import type { AccountDeps } from './context.ts';
import { type Account, findById, takenCodeOf } from './repository.ts';
import { accounts } from './tables.ts';

type Changes = z.output<typeof UpdateProfileRequest>;

const earliestBirth = '1900-01-01';

function profileOf(account: Account, timeZone: string): Profile {
  return {
    username: account.username,
    email_address: account.email,
    emailVerified: account.emailVerifiedAt !== null,
    mobile_no: account.mobile,
    mobileVerified: account.mobileVerifiedAt !== null,
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
    kycStatus: account.kycState,
    memberSince: isoDayIn(timeZone, account.createdAt),
  };
}

/** The fields by which an operator verifies an identity: locked while it is pending or approved. */
const identity = ['firstName', 'lastName', 'birthDate', 'country', 'state'] as const;

/** Country and state after a change. A new country clears the old state. */
function placeAfter(account: Account, { country = account.countryId ?? undefined, state }: Changes) {
  return {
    countryId: country ?? null,
    stateId: state ?? (country === (account.countryId ?? undefined) ? account.stateId : null),
  };
}

/** A player's own data (spec §7: getUserProfile, updateUserDetails, updateAvatar). */
export function createProfiles({ db, clock, timeZone, places, messages }: AccountDeps) {
  const wrongOf = (account: Account, changes: Changes): Record<string, string> => {
    const { birthDate } = changes;
    const { countryId, stateId } = placeAfter(account, changes);
    const isLookedAt = account.kycState === 'pending' || account.kycState === 'approved';
    const movesPlace = changes.country !== undefined || changes.state !== undefined;
    const isBirth =
      birthDate === undefined ||
      (birthDate >= earliestBirth && isOfAge(birthDate, isoDayIn(timeZone, clock.now())));
    return {
      ...places.checkPhoneCode(changes.country_code),
      ...(movesPlace ? places.checkCountry(countryId, stateId) : {}),
      ...(isBirth ? {} : { birthDate: 'please_confirm_your_age' }),
      ...(isLookedAt
        ? Object.fromEntries(
            identity.filter((name) => changes[name] !== undefined).map((name) => [name, 'field.locked']),
          )
        : {}),
    };
  };

  const change = async (tx: Transaction, account: Account, changes: Changes): Promise<Account> => {
    const { email_address: email = account.email, country_code, mobile_no } = changes;
    const mobile = mobile_no === undefined ? account.mobile : `${country_code}${mobile_no}`;
    const isMoved = email !== account.email || mobile !== account.mobile;
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
        email,
        emailKey: email,
        emailVerifiedAt: email === account.email ? account.emailVerifiedAt : null,
        mobile,
        mobileVerifiedAt: mobile === account.mobile ? account.mobileVerifiedAt : null,
      })
      .where(eq(accounts.accountId, account.accountId))
      .returning();
    if (!changed) throw new Error('update returned no row');
    // Sent to the previous contact, so that a stolen session cannot suppress it.
    const to = isMoved ? contactOf(account) : null;
    const { username, language } = changed;
    if (to) await messages.write({ template: 'contact_changed', to, username, language, values: {} }, tx);
    return changed;
  };

  return {
    async read({ accountId }: Player): Promise<Profile> {
      const account = await findById(db, accountId);
      if (!account) throw new Refusal(codes.sessionExpired);
      return profileOf(account, timeZone);
    },

    async update({ accountId }: Player, changes: Changes): Promise<Profile> {
      try {
        const answer = await db.transaction(async (tx): Promise<Profile> => {
          const [account] = await tx
            .select()
            .from(accounts)
            .where(eq(accounts.accountId, accountId))
            .for('update');
          if (!account) throw new Refusal(codes.sessionExpired);
          const fields = wrongOf(account, changes);
          if (Object.keys(fields).length > 0) throw Refusal.ofFields(fields);
          return profileOf(await change(tx, account, changes), timeZone);
        });
        messages.wake();
        return answer;
      } catch (error) {
        const code = takenCodeOf(error);
        throw code ? new Refusal(code) : error;
      }
    },

    async setAvatar({ accountId }: Player, avatarImage: string): Promise<{ avatarImage: string }> {
      if (!avatars.includes(avatarImage)) throw Refusal.ofFields({ avatarImage: 'field.wrong' });
      await db.update(accounts).set({ avatarImage }).where(eq(accounts.accountId, accountId));
      return { avatarImage };
    },
  };
}
