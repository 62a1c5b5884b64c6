import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import { type OtpPurpose, otps } from './tables.ts';

/** Where a code goes: a mail address in lower case, or a mobile number with its country's code. */
export type Recipient = { channel: 'mail'; address: string } | { channel: 'sms'; address: string };

/** What a code is good for, and nothing else. */
export interface OtpBinding {
  purpose: OtpPurpose;
  recipient: Recipient;
  /** Which one of several, such as a receipt; codes are counted without it, so that it buys no further ones. */
  about?: string;
}

export type Sending =
  | { kind: 'sent'; otp: string; expiresAt: Date; resendAfterSeconds: number; expiresInSeconds: number }
  /** Three went to this recipient in the last quarter of an hour. */
  | { kind: 'too-many'; retryAfterSeconds: number };

export interface Otps {
  /**
   * Makes a code that replaces the one before. It is not delivered here: whoever asks for it writes the message in
   * the same transaction, or one that goes to nobody.
   */
  issue(binding: OtpBinding, on: Transaction): Promise<Sending>;
  /**
   * Counts a try, whatever comes of it.
   * @returns the code's number where it is the right one, for `consume` or `keepVerified`; else null
   */
  check(binding: OtpBinding, otp: string): Promise<number | null>;
  /** Notes that a right code was shown and gives its try back: it is still good for what it was sent for. */
  keepVerified(otpId: number): Promise<void>;
  /** Uses a code up. False: somebody else was first, or its time is over. */
  consume(otpId: number, on?: Queryable): Promise<boolean>;
  /** Forgets what can neither be used nor count any more. */
  sweep(): Promise<void>;
}

const lifeMs = 10 * 60_000;
const mostTries = 5;
const sendsWindowMs = 15 * 60_000;
const mostSends = 3;
const keptMs = 86_400_000;

// No two lists of parts give the same text.
function keyedBy(key: Buffer) {
  return (...parts: string[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
}

/** By what codes to a recipient are found. @param key 32 bytes that are not in the database */
export function otpRecipientHashOf(
  key: Buffer,
  purpose: OtpPurpose,
  { channel, address }: Recipient,
): string {
  return keyedBy(key)('recipient', purpose, channel, address);
}

/**
 * When codes were last sent to a recipient, newest first. Holds a lock until the transaction ends: two requests at once
 * would both count too few.
 */
async function recentSends(on: Transaction, recipientHash: string, now: Date): Promise<Date[]> {
  await on.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`otp ${recipientHash}`}, 0))`);
  const rows = await on
    .select({ sentAt: otps.sentAt })
    .from(otps)
    .where(
      and(eq(otps.recipientHash, recipientHash), gt(otps.sentAt, new Date(now.getTime() - sendsWindowMs))),
    )
    .orderBy(desc(otps.otpId))
    .limit(mostSends);
  return rows.map(({ sentAt }) => sentAt);
}

function secondsUntil(then: number, now: number): number {
  return Math.max(0, Math.ceil((then - now) / 1000));
}

/**
 * One-time passwords: digits of a CSPRNG, ten minutes, five tries, three in a quarter of an hour, once. Each is bound
 * to its purpose and its recipient (docs/decisions/one-time-passwords-and-messages.md).
 * @param digits the configured length, `otp_max`
 * @param key 32 bytes that are not in the database: without them a million hashes would give every code away
 */
export function createOtps({
  db,
  clock,
  key,
  digits,
}: {
  db: Db;
  clock: { now(): Date };
  key: Buffer;
  digits: number;
}): Otps {
  const keyed = keyedBy(key);
  const recipientHashOf = (purpose: OtpPurpose, recipient: Recipient) =>
    otpRecipientHashOf(key, purpose, recipient);

  return {
    async issue({ purpose, recipient, about = '' }, on) {
      const recipientHash = recipientHashOf(purpose, recipient);
      const now = clock.now();
      const sent = await recentSends(on, recipientHash, now);
      const freeAgainMs = (sent[mostSends - 1]?.getTime() ?? 0) + sendsWindowMs;
      if (sent.length >= mostSends)
        return { kind: 'too-many', retryAfterSeconds: secondsUntil(freeAgainMs, now.getTime()) };
      const otp = String(randomInt(10 ** digits)).padStart(digits, '0');
      const salt = randomBytes(16).toString('hex');
      const expiresAt = new Date(now.getTime() + lifeMs);
      await on.insert(otps).values({
        purpose,
        recipientHash,
        codeHash: keyed('code', recipientHash, about, salt, otp),
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

    async check({ purpose, recipient, about = '' }, otp) {
      const recipientHash = recipientHashOf(purpose, recipient);
      const newest = db
        .select({ otpId: otps.otpId })
        .from(otps)
        .where(eq(otps.recipientHash, recipientHash))
        .orderBy(desc(otps.otpId))
        .limit(1);
      // One statement takes a try: of a thousand at once five get one.
      const [claimed] = await db
        .update(otps)
        .set({ tries: sql`${otps.tries} + 1` })
        .where(
          and(
            eq(otps.otpId, newest),
            sql`${otps.tries} < ${mostTries}`,
            isNull(otps.usedAt),
            gt(otps.expiresAt, clock.now()),
          ),
        )
        .returning({ otpId: otps.otpId, codeHash: otps.codeHash, salt: otps.salt });
      const given = Buffer.from(keyed('code', recipientHash, about, claimed?.salt ?? '', otp));
      const isSame = timingSafeEqual(given, claimed ? Buffer.from(claimed.codeHash) : given);
      return claimed && isSame ? claimed.otpId : null;
    },

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
