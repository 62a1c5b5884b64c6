import { describe, expect, it } from 'vitest';
import { createAddressCounts } from '../../../../server/live/address-counts.ts';

describe('the limit of two event streams per address', () => {
  it('counts all unparsable addresses as one address', () => {
    const counts = createAddressCounts(2);
    counts.open('');
    counts.open('unknown');
    expect(counts.mayOpen('nonsense')).toBe(false);
    expect(counts.mayOpen('203.0.113.7')).toBe(true);
  });

  it('allows another stream after one is closed', () => {
    const counts = createAddressCounts(2);
    const leave = counts.open('203.0.113.7');
    counts.open('203.0.113.7');
    expect(counts.mayOpen('203.0.113.7')).toBe(false);
    expect(counts.mayOpen('203.0.113.8')).toBe(true);
    leave();
    expect(counts.mayOpen('203.0.113.7')).toBe(true);
  });

  it('applies to a whole IPv6 /64 network', () => {
    const counts = createAddressCounts(2);
    counts.open('2001:db8:1:2::1');
    counts.open('2001:db8:1:2::2');
    expect(counts.mayOpen('2001:db8:1:2:ffff::3')).toBe(false);
    expect(counts.mayOpen('2001:db8:1:3::3')).toBe(true);
  });

  it('can be disabled and never applies to private addresses', () => {
    const [two, none] = [createAddressCounts(2), createAddressCounts(0)];
    for (let count = 0; count < 5; count++) {
      two.open('10.0.0.1');
      none.open('203.0.113.7');
    }
    expect(two.mayOpen('10.0.0.1')).toBe(true);
    expect(none.mayOpen('203.0.113.7')).toBe(true);
  });
});
