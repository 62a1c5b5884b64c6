import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { lte } from 'drizzle-orm';
import { z } from 'zod';
import { CaptchaChallenge } from '../../shared/contract/support.ts';
import type { DerivedKeys } from '../config/derive-key.ts';
import type { Db, Queryable } from '../db/database.ts';
import { captchaSolutions } from './tables.ts';

export interface Captcha {
  /** Returns a challenge that is valid for `expiresInSeconds`. */
  challenge(): Promise<{ challenge: CaptchaChallenge; expiresInSeconds: number }>;
  /**
   * Verifies a solution. Returns null if the solution is wrong, or if its challenge has expired or was not signed with
   * one of the keys.
   */
  check(given: string): Promise<Solved | null>;
  /** Marks a solution as used. Returns false if the solution was used before. */
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
  /**
   * Keys of 32 bytes, which are not stored in the database. The first key signs new challenges. Any of the keys can
   * verify a challenge.
   */
  keys: DerivedKeys;
  /** PBKDF2 iterations of one attempt. A browser needs 100 to 300 attempts to solve a challenge. */
  cost?: number;
}

/** Challenges are valid for this long, so that a player can write a long message and take a break. */
const lifeSeconds = 20 * 60;
/**
 * Default number of PBKDF2 iterations of one attempt. An attempt takes about 0.7 ms on a desktop computer. A person
 * therefore waits at most 0.2 s for one form. A bot that sends a hundred thousand forms needs several hours of one
 * core.
 */
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
 * Creates a captcha by proof of work with ALTCHA (docs/decisions/search-claims-and-support.md). Challenges are not
 * stored. A solution is stored when it is used, so that it works only once.
 */
export function createCaptcha({ db, clock, keys, cost = usualCost }: CaptchaOptions): Captcha {
  return {
    async challenge() {
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(tries.most, tries.least),
        // Store the expiry as custom data, because the library would check its own expiry field against the system
        // clock.
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
      // The signature covers algorithm, cost and expiry, so a client cannot make its challenge easier.
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
