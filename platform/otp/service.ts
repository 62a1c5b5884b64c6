import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { DerivedKeys } from '../config/derive-key.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import { type OtpPurpose, otps } from './tables.ts';

/** The recipient of a code: a mail address in lower case, or a mobile number with its country code. */
export type Recipient = { channel: 'mail'; address: string } | { channel: 'sms'; address: string };

/** The purpose and the recipient for which a code is valid. */
export interface OtpBinding {
  purpose: OtpPurpose;
  recipient: Recipient;
  /**
   * Restricts the code to one object, such as an account. The limit on codes applies to all objects of a recipient
   * together, so that a client cannot get more codes by naming other objects.
   */
  about?: string;
}

export type IssuedOtp =
  | { kind: 'sent'; otp: string; expiresAt: Date; resendAfterSeconds: number; expiresInSeconds: number }
  /** The recipient already got three codes in the last 15 minutes. */
  | { kind: 'too-many'; retryAfterSeconds: number };

export interface Otps {
  /**
   * Issues a code that replaces the previous code. The caller writes the message with the code, or a void message, in
   * the same transaction.
   */
  issue(binding: OtpBinding, on: Transaction): Promise<IssuedOtp>;
  /**
   * Checks a code and counts the attempt, even if the code is right.
   * @returns the code's id, for `consume` or `keepVerified`; null if the code is wrong
   */
  check(binding: OtpBinding, otp: string): Promise<number | null>;
  /**
   * Returns whether a code is right but already used. A client sends such a code when it repeats a request whose
   * response was lost. Counts the attempt like `check`.
   */
  isUsed(binding: OtpBinding, otp: string): Promise<boolean>;
  /**
   * Marks a code as verified after `check` accepted the code. The attempt of that check is no longer counted. The code
   * can still be consumed.
   */
  keepVerified(otpId: number): Promise<void>;
  /** Marks a code as used. Returns false if the code has already been used or has expired. */
  consume(otpId: number, on?: Queryable): Promise<boolean>;
  /** Deletes codes that have expired and no longer count towards any limit. */
  sweep(): Promise<void>;
}

const lifeMs = 10 * 60_000;
const mostTries = 5;
const sendsWindowMs = 15 * 60_000;
const mostSends = 3;
const keptMs = 86_400_000;

// Hash the parts as JSON, so that two different lists of parts never give the same text.
function keyedBy(key: Buffer) {
  return (...parts: string[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
}

/**
 * Returns the keyed hash by which the codes of a recipient are found.
 * @param key 32 bytes that are not stored in the database
 */
export function otpRecipientHashOf(
  key: Buffer,
  purpose: OtpPurpose,
  { channel, address }: Recipient,
): string {
  return keyedBy(key)('recipient', purpose, channel, address);
}

/**
 * Returns the times at which codes were recently sent to a recipient, newest first. Takes a lock until the transaction
 * ends. Without the lock, two concurrent requests would not count each other's codes.
 */
async function recentSends(on: Transaction, hashes: readonly string[], now: Date): Promise<Date[]> {
  // Sort the hashes. All platform processes then take the locks in the same order, even if they list the keys in
  // different orders.
  for (const recipientHash of hashes.toSorted())
    await on.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`otp ${recipientHash}`}, 0))`);
  const rows = await on
    .select({ sentAt: otps.sentAt })
    .from(otps)
    .where(and(inArray(otps.recipientHash, hashes), gt(otps.sentAt, new Date(now.getTime() - sendsWindowMs))))
    .orderBy(desc(otps.otpId))
    .limit(mostSends);
  return rows.map(({ sentAt }) => sentAt);
}

function secondsUntil(then: number, now: number): number {
  return Math.max(0, Math.ceil((then - now) / 1000));
}

/**
 * Counts an attempt at the newest code of a recipient.
 * @returns the code, or null if it is not in the wanted state, has expired or has no attempts left
 */
async function countAttempt(db: Db, hashes: readonly string[], state: 'open' | 'used', now: Date) {
  const newest = db
    .select({ otpId: otps.otpId })
    .from(otps)
    .where(inArray(otps.recipientHash, hashes))
    .orderBy(desc(otps.otpId))
    .limit(1);
  // One statement counts the attempt and checks the limit. With two statements, concurrent requests could make more
  // than five attempts.
  const [counted] = await db
    .update(otps)
    .set({ tries: sql`${otps.tries} + 1` })
    .where(
      and(
        eq(otps.otpId, newest),
        sql`${otps.tries} < ${mostTries}`,
        state === 'open' ? isNull(otps.usedAt) : isNotNull(otps.usedAt),
        gt(otps.expiresAt, now),
      ),
    )
    .returning({
      otpId: otps.otpId,
      recipientHash: otps.recipientHash,
      codeHash: otps.codeHash,
      salt: otps.salt,
    });
  return counted ?? null;
}

/**
 * Creates one-time passwords from a CSPRNG. Each code is valid for ten minutes, five attempts and one use. A recipient
 * gets at most three codes in 15 minutes. Each code is bound to its purpose and recipient
 * (docs/decisions/contacts-and-one-time-passwords.md).
 * @param digits the configured length of codes, `otp_max`
 * @param keys keys of 32 bytes that are not stored in the database. If codes were hashed without a key, anyone with the
 *   hashes could try all million codes. The first key hashes new codes; any key can check a code
 */
export function createOtps({
  db,
  clock,
  keys,
  digits,
}: {
  db: Db;
  clock: { now(): Date };
  keys: DerivedKeys;
  digits: number;
}): Otps {
  const [current] = keys;
  const hashesOf = (purpose: OtpPurpose, recipient: Recipient) =>
    keys.map((key) => otpRecipientHashOf(key, purpose, recipient));

  /**
   * Counts an attempt at the newest code, and compares the code.
   * @returns the code's id; null if the code is wrong, or is not in the wanted state
   */
  const attempt = async (
    { purpose, recipient, about = '' }: OtpBinding,
    otp: string,
    state: 'open' | 'used',
  ): Promise<number | null> => {
    const code = await countAttempt(db, hashesOf(purpose, recipient), state, clock.now());
    // Compute the hash with every key even if there is no code, so that the time does not reveal whether a code exists.
    const isSame = keys.map((key) => {
      const parts = ['code', code?.recipientHash ?? '', about, code?.salt ?? '', otp];
      const given = Buffer.from(keyedBy(key)(...parts));
      return timingSafeEqual(given, code ? Buffer.from(code.codeHash) : given);
    });
    return code && isSame.includes(true) ? code.otpId : null;
  };

  return {
    async issue({ purpose, recipient, about = '' }, on) {
      const recipientHash = otpRecipientHashOf(current, purpose, recipient);
      const now = clock.now();
      const sent = await recentSends(on, hashesOf(purpose, recipient), now);
      const freeAgainMs = (sent[mostSends - 1]?.getTime() ?? 0) + sendsWindowMs;
      if (sent.length >= mostSends)
        return { kind: 'too-many', retryAfterSeconds: secondsUntil(freeAgainMs, now.getTime()) };
      const otp = String(randomInt(10 ** digits)).padStart(digits, '0');
      const salt = randomBytes(16).toString('hex');
      const expiresAt = new Date(now.getTime() + lifeMs);
      await on.insert(otps).values({
        purpose,
        recipientHash,
        codeHash: keyedBy(current)('code', recipientHash, about, salt, otp),
        salt,
        sentAt: now,
        expiresAt,
      });
      const oldest = sent[mostSends - 2]?.getTime();
      return {
        kind: 'sent',
        otp,
        expiresAt,
        resendAfterSeconds: oldest === undefined ? 0 : secondsUntil(oldest + sendsWindowMs, now.getTime()),
        expiresInSeconds: lifeMs / 1000,
      };
    },

    check: (binding, otp) => attempt(binding, otp, 'open'),

    isUsed: async (binding, otp) => (await attempt(binding, otp, 'used')) !== null,

    async keepVerified(otpId) {
      await db
        .update(otps)
        .set({ verifiedAt: clock.now(), tries: sql`greatest(${otps.tries} - 1, 0)` })
        .where(eq(otps.otpId, otpId));
    },

    async consume(otpId, on = db) {
      const used = await on
        .update(otps)
        .set({ usedAt: clock.now() })
        .where(and(eq(otps.otpId, otpId), isNull(otps.usedAt), gt(otps.expiresAt, clock.now())))
        .returning({ otpId: otps.otpId });
      return used.length === 1;
    },

    async sweep() {
      await db.delete(otps).where(lte(otps.sentAt, new Date(clock.now().getTime() - keptMs)));
    },
  };
}
