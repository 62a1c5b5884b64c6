import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lifetimeUntil, policies, shorterLifetime } from '../../../../server/cache/policy.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const policy = { freshMs: 60_000, staleWhileRevalidateMs: 30_000, staleIfErrorMs: 3_600_000 };

describe('lifetimes', () => {
  it('count the ages one after the other', () => {
    expect(lifetimeUntil(policy, noon)).toEqual({
      expiresAtMs: noon + 60_000,
      staleUntilMs: noon + 90_000,
      errorUntilMs: noon + 3_660_000,
    });
  });

  it('never pass the next draw or midnight, whichever comes first', () => {
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

  it('are seconds only while a draw that has begun is not published', () => {
    const { expiresAtMs } = lifetimeUntil(policy, noon, [noon - 60_000]);
    expect(expiresAtMs).toBeGreaterThan(noon);
    expect(expiresAtMs).toBeLessThanOrEqual(noon + 5000);
  });

  it('keep a copy for failures at least as long as for revalidation', () => {
    for (const each of Object.values(policies)) {
      const { staleUntilMs, errorUntilMs } = lifetimeUntil(each, noon);
      expect(errorUntilMs).toBeGreaterThanOrEqual(staleUntilMs);
    }
  });

  it('of "no" are ten seconds, without any staleness', () => {
    expect(lifetimeUntil(policies.negative, noon)).toEqual({
      expiresAtMs: noon + 10_000,
      staleUntilMs: noon + 10_000,
      errorUntilMs: noon + 10_000,
    });
  });

  it('of two are the shorter, age by age', () => {
    const one = { expiresAtMs: 1, staleUntilMs: 9, errorUntilMs: 10 };
    const other = { expiresAtMs: 2, staleUntilMs: 3, errorUntilMs: 30 };
    expect(shorterLifetime(one, other)).toEqual({ expiresAtMs: 1, staleUntilMs: 3, errorUntilMs: 10 });
  });
});
