import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { codes } from '../../shared/contract/codes.ts';
import { Refusal } from '../http/refusal.ts';

/** The costly part, replaceable so that tests can count it. */
export interface Argon2 {
  hash(password: string): Promise<string>;
  verify(hashed: string, password: string): Promise<boolean>;
}

export interface Passwords {
  /** @throws Refusal 15429 when the queue is full */
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password behind a hash; null for an account that does not exist, which costs as much.
   * @throws Refusal 15429 when the queue is full
   */
  matches(hashed: string | null, password: string): Promise<boolean>;
}

/** 19 MiB, two passes, one lane: what OWASP's Password Storage Cheat Sheet asks of argon2id at the least. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** argon2id is the library's own default; it works on threads of libuv, not on the one that answers. */
export const argon2: Argon2 = {
  hash: (password) => hash(password, cost),
  verify: (hashed, password) => verify(hashed, password),
};

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '');
}

/** A hash that no password has: it costs what any other does. */
const nobodysHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${unpadded(16)}$${unpadded(32)}`;

/** Keyboards differ in how they compose the same letter. */
function spelt(password: string): string {
  return password.normalize('NFKC');
}

export interface PasswordsOptions {
  argon2?: Argon2 | undefined;
  /** At once; more would only share the same cores, each with 19 MiB. */
  concurrency?: number;
  /** What may wait: at 50 ms each on two cores, some three seconds. */
  queueLimit?: number;
}

/** Hashes passwords, so many at once as there are cores, in the order they came (RFC 9106). */
export function createPasswords({
  argon2: work = argon2,
  concurrency = availableParallelism(),
  queueLimit = 128,
}: PasswordsOptions = {}): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= queueLimit) throw new Refusal(codes.tooManyTries);
      // Whoever leaves hands its place on: `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return {
    hash: (password) => inTurn(() => work.hash(spelt(password))),
    matches: (hashed, password) =>
      inTurn(async () => (await work.verify(hashed ?? nobodysHash, spelt(password))) && hashed !== null),
  };
}
