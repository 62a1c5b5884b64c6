import { z } from 'zod';

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
export const DrawNumber = z.int().positive();
export const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
