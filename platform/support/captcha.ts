import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { lte } from 'drizzle-orm';
import { z } from 'zod';
import { CaptchaChallenge } from '../../shared/contract/support.ts';
import type { DerivedKeys } from '../config/derive-key.ts';
import type { Db, Queryable } from '../db/database.ts';
import { captchaSolutions } from './tables.ts';

export interface Captcha {
  /** A challenge that is valid for `expiresInSeconds`. */
  challenge(): Promise<{ challenge: CaptchaChallenge; expiresInSeconds: number }>;
  /** Verifies a solution. Null if it is wrong, too old or of a foreign challenge. */
  check(given: string): Promise<Solved | null>;
  /** Uses up a solution. False if it was used before. */
  use(solved: Solved, on: Queryable): Promise<boolean>;
  /** Deletes solutions of expired challenges. */
  sweep(): Promise<void>;
}
export interface Solved {
  nonce: string;
  expiresAt: Date;
}

export interface CaptchaOptions {
  db: Db;
  clock: { now(): Date };
  /** 32 bytes each, not in the database: the first one signs the challenges, all of them verify. */
  keys: DerivedKeys;
  /** PBKDF2 iterations of one attempt; a solution takes 100 to 300 attempts. */
  cost?: number;
}

/** Enough for writing a long message with a break. */
const lifeSeconds = 20 * 60;
/** About 0.7 ms an attempt on a desktop: 0.2 s for one form, a day of one core for a hundred thousand. */
const usualCost = 2000;
const tries = { most: 300, least: 100 };

const hex = z.string().regex(/^(?:[0-9a-f]{2}){1,64}$/);
const Payload = z.object({
  challenge: CaptchaChallenge.extend({ signature: hex }),
  solution: z.object({
    counter: z.int().min(0).max(0xffff_ffff),
    derivedKey: hex,
    time: z.number().optional(),
  }),
});

function parsed(given: string): z.infer<typeof Payload> | null {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(given, 'base64').toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

function secretsOf(key: Buffer) {
  const hmacSignatureSecret = key.toString('hex');
  return { hmacSignatureSecret, hmacKeySignatureSecret: `${hmacSignatureSecret} solution` };
}

/**
 * Proof of work by ALTCHA (docs/decisions/search-claims-and-support.md). A challenge is not stored. Its solution is
 * stored on use, so that it works once.
 */
export function createCaptcha({ db, clock, keys, cost = usualCost }: CaptchaOptions): Captcha {
  return {
    async challenge() {
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(tries.most, tries.least),
        // The expiry is checked by the platform's clock, not the library's.
        data: { expires: Math.floor(clock.now().getTime() / 1000) + lifeSeconds },
        deriveKey,
        ...secretsOf(keys[0]),
      });
      return { challenge: CaptchaChallenge.parse(made), expiresInSeconds: lifeSeconds };
    },

    async check(given) {
      const payload = parsed(given);
      const expires = payload?.challenge.parameters.data?.['expires'];
      if (!payload || typeof expires !== 'number') return null;
      const { challenge, solution } = payload;
      const expiresAt = new Date(expires * 1000);
      // The signature covers algorithm, cost and expiry, so a client cannot choose easier ones.
      const isSolvedWith = async (key: Buffer): Promise<boolean> => {
        const { verified } = await verifySolution({
          challenge: { ...challenge, parameters: withoutUndefined(challenge.parameters) },
          solution: { counter: solution.counter, derivedKey: solution.derivedKey, time: solution.time ?? 0 },
          deriveKey,
          ...secretsOf(key),
        }).catch(() => ({ verified: false }));
        return verified;
      };
      const verified = (await Promise.all(keys.map(isSolvedWith))).includes(true);
      return verified && expiresAt > clock.now() ? { nonce: challenge.parameters.nonce, expiresAt } : null;
    },

    async use({ nonce, expiresAt }, on) {
      const used = await on
        .insert(captchaSolutions)
        .values({ nonce, expiresAt })
        .onConflictDoNothing()
        .returning({ nonce: captchaSolutions.nonce });
      return used.length === 1;
    },

    async sweep() {
      await db.delete(captchaSolutions).where(lte(captchaSolutions.expiresAt, clock.now()));
    },
  };
}

function withoutUndefined({ keySignature, data, ...needed }: CaptchaChallenge['parameters']) {
  return {
    ...needed,
    ...(keySignature === undefined ? {} : { keySignature }),
    ...(data === undefined ? {} : { data }),
  };
}
