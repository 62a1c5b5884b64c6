import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { codes } from '../../shared/contract/codes.ts';
import { Refusal } from '../http/refusal.ts';

/** The argon2 functions. Tests replace them to count the calls. */
export interface Argon2 {
  hash(password: string): Promise<string>;
  verify(hashed: string, password: string): Promise<boolean>;
}

export interface Passwords {
  /** @throws Refusal 15429 if the queue is full */
  hash(password: string): Promise<string>;
  /**
   * Returns whether the password matches a hash. For an unknown account, pass null as the hash, so that the check takes
   * as long as for a known account.
   * @throws Refusal 15429 if the queue is full
   */
  matches(hashed: string | null, password: string): Promise<boolean>;
}

/** OWASP's Password Storage Cheat Sheet requires at least 19 MiB, two passes and one lane for argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** By default, the library uses argon2id. It hashes on libuv's threads, so that it does not block the event loop. */
export const argon2: Argon2 = {
  hash: (password) => hash(password, cost),
  verify: (hashed, password) => verify(hashed, password),
};

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '');
}

/** Returns a hash that no password matches. A check against it takes as long as a check against a real hash. */
export function unmatchableHash(): string {
  const { memoryCost, timeCost, parallelism } = cost;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${unpadded(16)}$${unpadded(32)}`;
}

const hashOfNobody = unmatchableHash();

/** Normalises a password, because different keyboards compose the same letter from different code points. */
function normalised(password: string): string {
  return password.normalize('NFKC');
}

export interface PasswordsOptions {
  argon2?: Argon2 | undefined;
  /**
   * Number of concurrent hashes, by default one for each core. More concurrent hashes would not be faster, and each
   * uses 19 MiB.
   */
  concurrency?: number;
  /** Maximum number of waiting hashes. On two cores, at 50 ms for each hash, a full queue takes about three seconds. */
  queueLimit?: number;
}

/** Hashes passwords with argon2id (RFC 9106) in the order of the requests. */
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
      // A finished task gives its slot to the next waiting task, so `running` does not change.
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
