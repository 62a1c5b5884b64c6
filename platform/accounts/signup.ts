import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { codes } from '../../shared/contract/codes.ts';
import type { SessionOpened } from '../../shared/contract/login.ts';
import type { SignupRequest } from '../../shared/contract/signup.ts';
import type { Caller } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { languageOf } from '../messages/texts.ts';
import { anyAvatar } from './avatars.ts';
import { containsOwnName, isCommonPassword } from './common-passwords.ts';
import { contactOf } from './contacts.ts';
import { type AccountDeps, loginResponseOf } from './context.ts';
import { findTaken, isReferralCodeTaken, takenCodeOf, usernameKeyOf } from './repository.ts';
import { accounts } from './tables.ts';

export type Signup = z.output<typeof SignupRequest>;

/**
 * The thirty characters of referral codes. People do not confuse these characters when a code is read aloud. A code of
 * eight such characters has 39 random bits.
 */
const referralSigns = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export function referralCode(): string {
  return Array.from({ length: 8 }, () => referralSigns[randomInt(referralSigns.length)]).join('');
}

/** Checks the password rules that no schema can check. Returns the message key of a broken rule, or null. */
export function passwordFault(
  password: string,
  owner: { username: string; email?: string | null | undefined },
): 'password_too_common' | 'password_has_name' | null {
  if (isCommonPassword(password)) return 'password_too_common';
  return containsOwnName(password, owner) ? 'password_has_name' : null;
}

/** Returns the mail address of a signup, and its mobile number with the country code. */
function contactsOf({ email_address: email, country_code, mobile_no }: Signup) {
  return { email, mobile: mobile_no === undefined ? undefined : `${country_code}${mobile_no}` };
}

/** Returns the values that a new account takes from its signup, and a random referral code. */
function newAccountOf(given: Signup): Omit<typeof accounts.$inferInsert, 'passwordHash' | 'createdAt'> {
  const { username } = given;
  const { email = null, mobile = null } = contactsOf(given);
  return {
    username,
    usernameKey: usernameKeyOf(username),
    email,
    emailKey: email,
    mobile,
    countryId: given.country ?? null,
    stateId: given.state ?? null,
    currencyCode: given.currency,
    language: languageOf(given.userLanguge),
    avatarImage: anyAvatar(),
    wantsPromotions: given.isPromotion === 1,
    referralCode: referralCode(),
  };
}

/** Creates an account and its first session (spec §3 and §5, short and full form). */
export function createSignup(deps: AccountDeps) {
  const { db, clock, sessions, passwords, messages, places, campaigns, signupRepeats } = deps;

  const checkedFields = ({ username, password, email_address, ...rest }: Signup): Record<string, string> => {
    const { country, state, currency, country_code } = rest;
    const fault = passwordFault(password, { username, email: email_address });
    return {
      ...(fault ? { password: fault } : {}),
      ...places.checkPhoneCode(country_code),
      ...places.checkCountry(country ?? null, state ?? null, { isStateOptional: true }),
      ...places.checkCurrency(currency, country ?? null),
    };
  };

  const signUp = async (given: Signup, caller: Caller): Promise<SessionOpened> => {
    const { username, password, currency, promoCode } = given;
    const fields = checkedFields(given);
    if (Object.keys(fields).length > 0) throw Refusal.ofFields(fields);
    const contacts = contactsOf(given);
    // Look for taken values before the expensive hash. The unique indexes reject all but one of several concurrent
    // signups with the same value.
    const taken = (await findTaken(db, { username, ...contacts })) ?? (await deps.findExcluded(contacts));
    if (taken) throw new Refusal(taken);
    let referredBy: string | null = null;
    if (promoCode !== undefined) {
      const promo = await campaigns?.checkPromo(promoCode, currency);
      if (!promo) throw new Refusal(codes.promoUnknown);
      referredBy = promo.referredBy;
    }
    const createdAt = clock.now();
    const language = languageOf(given.userLanguge);

    const make = (passwordHash: string): Promise<SessionOpened> =>
      db.transaction(async (tx) => {
        // A player with the same contact may have been excluded while the password was hashed.
        const excluded = await deps.findExcluded(contacts, tx);
        if (excluded) throw new Refusal(excluded);
        const [account] = await tx
          .insert(accounts)
          .values({ ...newAccountOf(given), passwordHash, referredBy, createdAt })
          .returning();
        if (!account) throw new Error('insert returned no row');
        const { accountId } = account;
        const signedUp = {
          accountId,
          username,
          currencyCode: currency,
          language,
          promoCode: promoCode ?? null,
          referredBy,
        };
        await campaigns?.onSignup(signedUp, tx);
        for (const follow of deps.afterSignup) await follow(signedUp, tx);
        const to = contactOf(account);
        if (to) await messages.write({ template: 'welcome', to, username, language, values: {} }, tx);
        if (caller.tokenHash !== null) await sessions.close(caller.tokenHash, tx);
        const token = await sessions.open(accountId, tx, caller.device);
        const opened = await loginResponseOf(deps, account, tx);
        const answer = { ...opened, userData: { authToken: token, ...opened.userData } };
        await signupRepeats.keep(given, accountId, answer, tx);
        return answer;
      });

    try {
      const passwordHash = await passwords.hash(password);
      // If another account has the random referral code, retry once with a new code. One retry is enough, because there
      // are more than 6 × 10^11 codes.
      const answer = await make(passwordHash).catch((error: unknown) => {
        if (isReferralCodeTaken(error)) return make(passwordHash);
        throw error;
      });
      messages.wake();
      return answer;
    } catch (error) {
      const code = takenCodeOf(error);
      throw code ? new Refusal(code) : error;
    }
  };

  return async (given: Signup, caller: Caller): Promise<SessionOpened> => {
    const first = await signupRepeats.find(given, caller);
    if (first) return first;
    try {
      return await signUp(given, caller);
    } catch (error) {
      // A concurrent request with the same `idempotencyKey` may have created the account.
      const concurrent = await signupRepeats.find(given, caller);
      if (concurrent) return concurrent;
      throw error;
    }
  };
}
