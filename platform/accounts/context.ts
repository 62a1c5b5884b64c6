import type { codes } from '../../shared/contract/codes.ts';
import type { SessionOpened } from '../../shared/contract/login.ts';
import type { Db, Transaction } from '../db/database.ts';
import type { Messages } from '../messages/service.ts';
import type { Otps, Recipient } from '../otp/service.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { totalBalanceOf } from '../wallet/service.ts';
import type { LoginFailures } from './login-failures.ts';
import type { Passwords } from './passwords.ts';
import type { Places } from './places.ts';
import type { Account } from './repository.ts';
import type { Sessions } from './sessions.ts';

/** What a promo or referral code of a signup means. */
export type PromoCheck =
  | { kind: 'accepted' /** Whose referral code it is. */; referredBy: string | null }
  | {
      kind: 'refused';
      code: typeof codes.promoUnknown | typeof codes.promoUsedUp | typeof codes.promoCurrency;
    };

export interface SignedUp {
  accountId: string;
  username: string;
  currencyCode: string;
  language: string;
  /** In upper case, as it was checked; null: none was given. */
  promoCode: string | null;
  referredBy: string | null;
}

/** What campaigns do at a signup. */
export interface SignupCampaigns {
  checkPromo(promoCode: string, currencyCode: string): Promise<PromoCheck>;
  /**
   * Called for every new account, in the transaction that makes it. Throws `PromoRefused` where the last use of a
   * code went to somebody else meanwhile: there is no account then.
   */
  onSignup(signedUp: SignedUp, on: Transaction): Promise<void>;
}

/** Something else that a new account brings about, in the transaction that makes it. */
export type AfterSignup = (signedUp: SignedUp, on: Transaction) => Promise<void>;

export class PromoRefused extends Error {
  readonly code: Extract<PromoCheck, { kind: 'refused' }>['code'];
  constructor(code: Extract<PromoCheck, { kind: 'refused' }>['code']) {
    super(`promo code refused: ${code}`);
    this.code = code;
  }
}

/** What the account services are made of. */
export interface AccountDeps {
  db: Db;
  clock: { now(): Date };
  timeZone: string;
  sessions: Sessions;
  passwords: Passwords;
  failures: LoginFailures;
  otps: Otps;
  messages: Messages;
  ledger: Ledger;
  places: Places;
  campaigns: SignupCampaigns | null;
  afterSignup: readonly AfterSignup[];
  /** In the minor unit of whatever currency an account has: below that a player is asked to deposit. */
  minimumWalletMinor: number;
}

/** Where an account is written to: its mail address, else its mobile; null for neither. */
export function contactOf({ email, mobile }: Pick<Account, 'email' | 'mobile'>): Recipient | null {
  if (email !== null) return { channel: 'mail', address: email };
  return mobile === null ? null : { channel: 'sms', address: mobile };
}

/** What there is to play with (shared/contract/wallet.ts). */
async function totalBalance({ ledger }: AccountDeps, { accountId, currencyCode }: Account): Promise<number> {
  return totalBalanceOf(await ledger.balances(`player:${accountId}`, currencyCode));
}

type Opened = Omit<SessionOpened, 'userData'> & { userData: Omit<SessionOpened['userData'], 'authToken'> };

/** What a player's browser starts with, but for the token (spec §3, login response). */
export async function openedFor(deps: AccountDeps, account: Account): Promise<Opened> {
  const { username, currencyCode, email, avatarImage } = account;
  const totalbalance = await totalBalance(deps, account);
  const minimumWalletAmount = deps.minimumWalletMinor;
  return {
    userData: { username, currencyCode, totalbalance, useremail: email, avatarImage },
    depositPopupShow: totalbalance < minimumWalletAmount,
    minimumWalletAmount,
  };
}
