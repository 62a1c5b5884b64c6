import type { SessionOpened } from '../../shared/contract/login.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import type { Messages } from '../messages/service.ts';
import type { SiteAddress } from '../messages/site-address.ts';
import { countUnread } from '../notifications/unread.ts';
import type { Otps } from '../otp/service.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { totalBalanceOf } from '../wallet/service.ts';
import type { LoginFailures } from './login-failures.ts';
import type { CheckPassword } from './password-attempts.ts';
import type { Passwords } from './passwords.ts';
import type { Places } from './places.ts';
import type { Account, TakenCode } from './repository.ts';
import type { Sessions } from './sessions.ts';
import type { SignupRepeats } from './signup-repeats.ts';

export interface SignedUp {
  accountId: string;
  username: string;
  currencyCode: string;
  language: string;
  /** The promo or referral code in upper case, or null if the player entered no code. */
  promoCode: string | null;
  referredBy: string | null;
}

/** The parts of a signup that handle promo and referral codes. */
export interface SignupCampaigns {
  /**
   * Checks a promo or referral code before the account is inserted.
   * @returns `referredBy`: the account that owns the referral code, or null for a promo code
   * @throws Refusal 10520 for an unknown code, 10521 for a used-up code, 10522 for a code that is not valid in this
   * currency
   */
  checkPromo(promoCode: string, currencyCode: string): Promise<{ referredBy: string | null }>;
  /**
   * If the signup has a code, applies the code to the new account, in the transaction that inserts the account.
   * @throws Refusal if another signup has taken the last use of the code since `checkPromo`
   */
  onSignup(signedUp: SignedUp, on: Transaction): Promise<void>;
}

/** Further work for a new account. It runs in the transaction that inserts the account. */
export type AfterSignup = (signedUp: SignedUp, on: Transaction) => Promise<void>;

/** Contacts that a signup or an existing account wants to use. */
export interface WantedContacts {
  email?: string | null | undefined;
  mobile?: string | null | undefined;
  /** The account that wants the contacts, or undefined for a signup. */
  accountId?: string;
}

export interface AccountDeps extends SiteAddress {
  db: Db;
  clock: { now(): Date };
  timeZone: string;
  sessions: Sessions;
  passwords: Passwords;
  failures: LoginFailures;
  checkPassword: CheckPassword;
  signupRepeats: SignupRepeats;
  otps: Otps;
  messages: Messages;
  ledger: Ledger;
  places: Places;
  campaigns: SignupCampaigns | null;
  afterSignup: readonly AfterSignup[];
  /**
   * If one of the contacts belongs to a player who is excluded from play, returns the error code for a taken contact.
   * Otherwise returns null. Different spellings of one mailbox count as the same contact.
   */
  findExcluded: (contacts: WantedContacts, on?: Queryable) => Promise<TakenCode | null>;
  /**
   * The site suggests a deposit to a player whose balance is below this amount. The amount is in minor units of the
   * account's currency.
   */
  minimumWalletMinor: number;
}

/** Returns the balance that the player can play with (shared/contract/wallet.ts). */
async function totalBalance(
  { ledger }: AccountDeps,
  { accountId, currencyCode }: Account,
  on: Queryable,
): Promise<number> {
  return totalBalanceOf(await ledger.balances(`player:${accountId}`, currencyCode, on));
}

type Opened = Omit<SessionOpened, 'userData'> & { userData: Omit<SessionOpened['userData'], 'authToken'> };

/** Returns the login response of spec §3, without the token. */
export async function loginResponseOf(
  deps: AccountDeps,
  account: Account,
  on: Queryable = deps.db,
): Promise<Opened> {
  const { username, currencyCode, email, avatarImage } = account;
  const totalbalance = await totalBalance(deps, account, on);
  const minimumWalletAmount = deps.minimumWalletMinor;
  return {
    userData: { username, currencyCode, totalbalance, useremail: email, avatarImage },
    depositPopupShow: totalbalance < minimumWalletAmount,
    minimumWalletAmount,
    notificationCount: await countUnread(on, account.accountId),
  };
}
