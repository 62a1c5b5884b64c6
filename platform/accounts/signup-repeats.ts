import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { z } from 'zod';
import { codes } from '../../shared/contract/codes.ts';
import { SessionOpened } from '../../shared/contract/login.ts';
import type { SignupRequest } from '../../shared/contract/signup.ts';
import type { Db, Queryable } from '../db/database.ts';
import type { Caller } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { seal, unseal } from '../messages/seal.ts';
import type { CheckPassword } from './password-attempts.ts';
import { findById } from './repository.ts';
import { signupAnswers } from './tables.ts';

type Signup = z.output<typeof SignupRequest>;

/** As long as the session that the answer opens. */
const keptMs = 86_400_000;

export interface SignupRepeats {
  /**
   * The answer of an earlier signup with the same `idempotencyKey`, or null if there is none.
   * @throws Refusal 10400 for another request or password with this key, 15429 after many wrong passwords
   */
  find(given: Signup, caller: Caller): Promise<SessionOpened | null>;
  /** Stores the answer in the transaction of the signup. Without an `idempotencyKey` it stores nothing. */
  keep(given: Signup, accountId: string, answer: SessionOpened, on: Queryable): Promise<void>;
  /** Deletes answers whose session has expired. */
  sweep(): Promise<void>;
}

function otherRequest(): Refusal {
  return Refusal.ofFields({ idempotencyKey: 'field.wrong' });
}

/** Turns a refusal of the password check into one of the signup. */
function asSignup(error: unknown): never {
  const code = error instanceof Refusal ? error.answer.firstCode : null;
  if (code === codes.loginWrong) throw otherRequest();
  throw code === codes.accountLocked ? new Refusal(codes.tooManyTries) : error;
}

/** Answers repeated signups. @param key 32 bytes that are not in the database */
export function createSignupRepeats({
  db,
  clock,
  key,
  failures,
  checkPassword,
}: {
  db: Db;
  clock: { now(): Date };
  key: Buffer;
  failures: { forget(subject: string): Promise<void> };
  checkPassword: CheckPassword;
}): SignupRepeats {
  const hashOf = (...parts: unknown[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
  const requestHashOf = ({ password: _password, idempotencyKey: _key, ...request }: Signup) =>
    hashOf('request', request);
  const oldest = () => new Date(clock.now().getTime() - keptMs);

  return {
    async find(given, { addressKey }) {
      if (given.idempotencyKey === undefined) return null;
      const [kept] = await db
        .select()
        .from(signupAnswers)
        .where(
          and(
            eq(signupAnswers.keyHash, hashOf('key', given.idempotencyKey)),
            gt(signupAnswers.createdAt, oldest()),
          ),
        );
      if (!kept) return null;
      const isSame = timingSafeEqual(Buffer.from(kept.requestHash), Buffer.from(requestHashOf(given)));
      const account = isSame ? await findById(db, kept.accountId) : null;
      if (!account) throw otherRequest();
      const { username, password } = given;
      const subject = await checkPassword({ username, account, password, addressKey }).catch(asSignup);
      await failures.forget(subject);
      return SessionOpened.parse(JSON.parse(unseal(key, kept.sealedAnswer)));
    },

    async keep(given, accountId, answer, on) {
      if (given.idempotencyKey === undefined) return;
      const keyHash = hashOf('key', given.idempotencyKey);
      await on
        .delete(signupAnswers)
        .where(and(eq(signupAnswers.keyHash, keyHash), lte(signupAnswers.createdAt, oldest())));
      await on.insert(signupAnswers).values({
        keyHash,
        accountId,
        requestHash: requestHashOf(given),
        sealedAnswer: seal(key, JSON.stringify(answer)),
        createdAt: clock.now(),
      });
    },

    async sweep() {
      await db.delete(signupAnswers).where(lte(signupAnswers.createdAt, oldest()));
    },
  };
}
