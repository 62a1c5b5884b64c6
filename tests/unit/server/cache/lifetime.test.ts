import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lifetimeUntil, negativePolicy, shorterLifetime } from '../../../../server/cache/lifetime.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const policy = { freshMs: 60_000, staleWhileRevalidateMs: 30_000, staleIfErrorMs: 3_600_000 };

describe('lifetimeUntil', () => {
  it('starts the stale-while-revalidate and stale-if-error periods when freshness ends', () => {
    expect(lifetimeUntil(policy, noon)).toEqual({
      expiresAtMs: noon + 60_000,
      staleUntilMs: noon + 90_000,
      errorUntilMs: noon + 3_660_000,
    });
  });

  it('ends freshness at the next draw or after the policy’s lifetime, whichever is earlier', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200_000 }), { maxLength: 5 }), (ahead) => {
        const { expiresAtMs } = lifetimeUntil(
          policy,
          noon,
          ahead.map((ms) => noon + ms),
        );
        expect(expiresAtMs).toBe(noon + Math.min(60_000, ...ahead));
      }),
    );
  });

  it('keeps a value fresh for at most five seconds while a draw is in progress', () => {
    const { expiresAtMs } = lifetimeUntil(policy, noon, [noon - 60_000]);
    expect(expiresAtMs).toBeGreaterThan(noon);
    expect(expiresAtMs).toBeLessThanOrEqual(noon + 5000);
  });

  it('makes the stale-if-error period at least as long as the stale-while-revalidate period', () => {
    const shortForErrors = { ...policy, staleIfErrorMs: 0 };
    const { staleUntilMs, errorUntilMs } = lifetimeUntil(shortForErrors, noon);
    expect(errorUntilMs).toBe(staleUntilMs);
  });

  it('gives an error page ten seconds of freshness and no stale period', () => {
    expect(lifetimeUntil(negativePolicy, noon)).toEqual({
      expiresAtMs: noon + 10_000,
      staleUntilMs: noon + 10_000,
      errorUntilMs: noon + 10_000,
    });
  });
});

describe('shorterLifetime', () => {
  it('takes each of the three times from the lifetime in which it is earlier', () => {
    const one = { expiresAtMs: 1, staleUntilMs: 9, errorUntilMs: 10 };
    const other = { expiresAtMs: 2, staleUntilMs: 3, errorUntilMs: 30 };
    expect(shorterLifetime(one, other)).toEqual({ expiresAtMs: 1, staleUntilMs: 3, errorUntilMs: 10 });
  });
});
