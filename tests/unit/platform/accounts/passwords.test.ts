import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../../../platform/accounts/passwords.ts';

/** Creates a hash function whose promises the test resolves or rejects. */
function held() {
  const begun: { password: string; end: (hash: string) => void; fail: (error: Error) => void }[] = [];
  const hash = (password: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    begun.push({ password, end: resolve, fail: reject });
    return promise;
  };
  return { begun, argon2: { hash, verify: async () => true } };
}

function settled() {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('createPasswords', () => {
  it('hashes with limited concurrency, in the order of the requests', async () => {
    const { begun, argon2 } = held();
    const passwords = createPasswords({ argon2, concurrency: 2, queueLimit: 10 });
    const results = ['a', 'b', 'c', 'd'].map((password) => passwords.hash(password));
    await settled();
    expect(begun.map(({ password }) => password)).toEqual(['a', 'b']);
    begun[1]?.end('B');
    await settled();
    expect(begun.map(({ password }) => password)).toEqual(['a', 'b', 'c']);
    begun[0]?.end('A');
    await settled();
    begun[2]?.end('C');
    begun[3]?.end('D');
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('rejects a request while the queue is full', async () => {
    const { begun, argon2 } = held();
    const passwords = createPasswords({ argon2, concurrency: 1, queueLimit: 1 });
    const [first, second] = [passwords.hash('a'), passwords.hash('b')];
    await expect(passwords.hash('c')).rejects.toMatchObject({ answer: { firstCode: '15429' } });
    await settled();
    begun[0]?.end('A');
    await settled();
    begun[1]?.end('B');
    expect([await first, await second]).toEqual(['A', 'B']);
  });

  it('starts the next hash after a hash has failed', async () => {
    const { begun, argon2 } = held();
    const passwords = createPasswords({ argon2, concurrency: 1, queueLimit: 5 });
    const [first, second] = [passwords.hash('a'), passwords.hash('b')];
    await settled();
    begun[0]?.fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    await settled();
    begun[1]?.end('B');
    expect(await second).toBe('B');
  });

  it('verifies the password of an unknown account against a dummy hash', async () => {
    const seen: string[] = [];
    const passwords = createPasswords({
      argon2: {
        hash: async () => '',
        verify: async (hash) => {
          seen.push(hash);
          return true;
        },
      },
    });
    expect(await passwords.matches(null, 'x')).toBe(false);
    expect(seen).toEqual([
      expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/),
    ]);
  });

  it('accepts only the correct password', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('Kite-river-42');
    expect(await passwords.matches(hash, 'Kite-river-42')).toBe(true);
    expect(await passwords.matches(hash, 'Kite-river-43')).toBe(false);
    expect(await passwords.matches(null, 'Kite-river-42')).toBe(false);
  });
});
