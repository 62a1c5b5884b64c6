import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { instant, key } from '../db/columns.ts';

/** The action that a code permits. */
export type OtpPurpose = 'contact' | 'reset' | 'claim';

/** One-time passwords that were sent. Code and recipient are stored only as keyed hashes. */
export const otps = pgTable(
  'otps',
  {
    otpId: bigint('otp_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    purpose: text('purpose').$type<OtpPurpose>().notNull(),
    /** Keyed hash of purpose and recipient. */
    recipientHash: key('recipient_hash').notNull(),
    /** Keyed hash of code, purpose, recipient and salt. */
    codeHash: key('code_hash').notNull(),
    salt: key('salt').notNull(),
    tries: smallint('tries').notNull().default(0),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Time at which the player entered the right code. A later step can then consume the code. */
    verifiedAt: instant('verified_at'),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('otps_recipient').on(table.recipientHash, table.otpId),
    index('otps_sent').on(table.sentAt),
    check('otps_purpose', sql`${table.purpose} in ('contact', 'reset', 'claim')`),
  ],
);
