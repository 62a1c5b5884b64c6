import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import type { z } from 'zod';
import { codes } from '../../shared/contract/codes.ts';
import { SessionOpened } from '../../shared/contract/login.ts';
import type { SignupRequest } from '../../shared/contract/signup.ts';
import type { DerivedKeys } from '../config/derive-key.ts';
import type { Db, Queryable } from '../db/database.ts';
import type { Caller } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { seal, unseal } from '../messages/seal.ts';
import type { CheckPassword } from './password-attempts.ts';
import { findById } from './repository.ts';
import { signupAnswers } from './tables.ts';

type Signup = z.output<typeof SignupRequest>;

/** Stored signup responses are kept for as long as a session can last. */
const keptMs = 86_400_000;

export interface SignupRepeats {
  /**
   * Returns the stored response of an earlier signup with the same `idempotencyKey`, or null if there was none.
   * @throws Refusal 10400 if the earlier signup had the same key but different data or a different password, 15429
   *   after many wrong passwords
   */
  find(given: Signup, caller: Caller): Promise<SessionOpened | null>;
  /**
   * Stores the response of a signup in the signup's transaction. Does nothing if the signup has no `idempotencyKey`.
   */
  keep(given: Signup, accountId: string, answer: SessionOpened, on: Queryable): Promise<void>;
  /** Deletes stored signup responses that are older than a day. */
  sweep(): Promise<void>;
}

function otherRequest(): Refusal {
  return Refusal.ofFields({ idempotencyKey: 'field.wrong' });
}

/** Replaces the error code of a failed password check with the code that a signup returns. */
function asSignup(error: unknown): never {
  const code = error instanceof Refusal ? error.answer.firstCode : null;
  if (code === codes.loginWrong) throw otherRequest();
  throw code === codes.accountLocked ? new Refusal(codes.tooManyTries) : error;
}

function hashOf(key: Buffer, ...parts: unknown[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
}

function requestHashOf(
  key: Buffer,
  { password: _password, idempotencyKey: _key, ...request }: Signup,
): string {
  return hashOf(key, 'request', request);
}

/**
 * Stores the responses to signups, and finds them when a client repeats a signup.
 * @param keys keys of 32 bytes each, which are not stored in the database. The first key hashes and encrypts new
 *   responses. `find` tries all keys.
 */
export function createSignupRepeats({
  db,
  clock,
  keys,
  failures,
  checkPassword,
}: {
  db: Db;
  clock: { now(): Date };
  keys: DerivedKeys;
  failures: { forget(subject: string): Promise<void> };
  checkPassword: CheckPassword;
}): SignupRepeats {
  const [current] = keys;
  const oldest = () => new Date(clock.now().getTime() - keptMs);

  return {
    async find(given, { addressKey }) {
      if (given.idempotencyKey === undefined) return null;
      const [kept] = await db
        .select()
        .from(signupAnswers)
        .where(
          and(
            inArray(
              signupAnswers.keyHash,
              keys.map((one) => hashOf(one, 'key', given.idempotencyKey)),
            ),
            gt(signupAnswers.createdAt, oldest()),
          ),
        );
      if (!kept) return null;
      const key = keys.find((one) => hashOf(one, 'key', given.idempotencyKey) === kept.keyHash) ?? current;
      const isSame = timingSafeEqual(Buffer.from(kept.requestHash), Buffer.from(requestHashOf(key, given)));
      const account = isSame ? await findById(db, kept.accountId) : null;
      if (!account) throw otherRequest();
      const { username, password } = given;
      const subject = await checkPassword({ username, account, password, addressKey }).catch(asSignup);
      await failures.forget(subject);
      return SessionOpened.parse(JSON.parse(unseal(key, kept.sealedAnswer)));
    },

    async keep(given, accountId, answer, on) {
      if (given.idempotencyKey === undefined) return;
      const keyHash = hashOf(current, 'key', given.idempotencyKey);
      await on
        .delete(signupAnswers)
        .where(and(eq(signupAnswers.keyHash, keyHash), lte(signupAnswers.createdAt, oldest())));
      await on.insert(signupAnswers).values({
        keyHash,
        accountId,
        requestHash: requestHashOf(current, given),
        sealedAnswer: seal(current, JSON.stringify(answer)),
        createdAt: clock.now(),
      });
    },

    async sweep() {
      await db.delete(signupAnswers).where(lte(signupAnswers.createdAt, oldest()));
    },
  };
}
