import { z } from 'zod';

/**
 * A text of one line without control characters (C0, DEL, C1). PostgreSQL cannot store U+0000, and no field needs any
 * other control character.
 * @param missing message key for a missing field, and for a value that is not a string
 */
export const Line = (missing = 'field.wrong') =>
  z.string(missing).regex(/^\P{Cc}*$/u, { error: 'field.wrong', abort: true });

export const IsoDate = z.iso.date().describe('A day in the site’s time zone, YYYY-MM-DD.');
export const Instant = z.iso.datetime().describe('An instant in UTC, ISO 8601.');
export const AmountMinor = z
  .int()
  .nonnegative()
  .describe('Money: an integer in the currency’s minor unit (paise for INR).');
export const GameId = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/)
  .describe('Lower-case letters, digits, hyphens.');
export const DrawId = Line().min(1, 'field.wrong').max(64, 'field.wrong');
/** Maximum of PostgreSQL's type integer. */
const largestDrawNumber = 2_147_483_647;
export const DrawNumber = z.int().positive().max(largestDrawNumber);
export const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
