import { describe, expect, it } from 'vitest';
import { countedAs, countingKeyOf, plainAddressOf } from '../../../../shared/domain/client-address.ts';

describe('countingKeyOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[203.0.113.7]:4711', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:4711', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9%eth0', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9%25en0]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
  ])('converts the address %s to the key %s', (address, key) => {
    expect(countingKeyOf(address)).toBe(key);
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '203.0.113.256',
    '127.1',
    '0313.0.113.7',
    '2001:db8::1::2',
    '[203.0.113.7',
    '2001:db8::1]:443',
    '[]:80',
    '203.0.113.7:port',
    '203.0.113.7, 198.51.100.1',
    `2001:db8::${'1'.repeat(10_000)}`,
  ])('returns the shared key of unparsable addresses for %j', (address) => {
    expect(countingKeyOf(address)).toBe('unreadable');
    expect(plainAddressOf(address)).toBe('unreadable');
  });
});

describe('plainAddressOf', () => {
  it.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8:1:2::9%eth0]:443', '2001:db8:1:2::9'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('converts the address %s to %s', (address, plain) => {
    expect(plainAddressOf(address)).toBe(plain);
  });
});

describe('countedAs', () => {
  it.each([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    'fd00::1',
    '[fd00::1]:443',
    'fe80::1%eth0',
  ])('returns null for the private address %j', (address) => {
    expect(countedAs(address)).toBeNull();
  });
});
