import { z } from 'zod';

/** A day in the site's time zone, as the calls take it. */
export const IsoDate = z.iso.date();
/** An absolute instant, UTC. */
export const Instant = z.iso.datetime();
/** Money: an integer of the currency's minor unit (paise for INR). */
export const AmountMinor = z.int().nonnegative();
export const GameId = z.string().regex(/^[a-z0-9-]{1,32}$/);
export const DrawNumber = z.int().positive();
export const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
