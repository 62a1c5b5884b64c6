import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { codes } from '../../shared/contract/codes.ts';
import { Refusal } from '../http/refusal.ts';

/** The expensive part, replaceable so that tests can count it. */
export interface Argon2 {
  hash(password: string): Promise<string>;
  verify(hashed: string, password: string): Promise<boolean>;
}

export interface Passwords {
  /** @throws Refusal 15429 when the queue is full */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches a hash. Null stands for an unknown account, and costs the same.
   * @throws Refusal 15429 when the queue is full
   */
  matches(hashed: string | null, password: string): Promise<boolean>;
}

/** 19 MiB, two passes, one lane: the minimum for argon2id in OWASP's Password Storage Cheat Sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The library's default is argon2id. It runs on libuv's threads, not on the event loop. */
export const argon2: Argon2 = {
  hash: (password) => hash(password, cost),
  verify: (hashed, password) => verify(hashed, password),
};

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '');
}

/** Returns a hash that no password matches. Checking it costs as much as checking any other. */
export function unmatchableHash(): string {
  const { memoryCost, timeCost, parallelism } = cost;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${unpadded(16)}$${unpadded(32)}`;
}

const hashOfNobody = unmatchableHash();

/** Keyboards compose the same letter from different code points. */
function normalised(password: string): string {
  return password.normalize('NFKC');
}

export interface PasswordsOptions {
  argon2?: Argon2 | undefined;
  /** Parallel hashes. More would share the same cores, and use 19 MiB each. */
  concurrency?: number;
  /** Waiting hashes: at 50 ms each on two cores, about three seconds. */
  queueLimit?: number;
}

/** Hashes passwords in the order of the requests, one per core at a time (RFC 9106). */
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
      // The finished task passes its slot on, so `running` stays the same.
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
    hash: (password) => inTurn(() => work.hash(normalised(password))),
    matches: (hashed, password) =>
      inTurn(
        async () => (await work.verify(hashed ?? hashOfNobody, normalised(password))) && hashed !== null,
      ),
  };
}
