import { describe, expect, it } from 'vitest';
import { createSeedVault } from '../../../../platform/draws/seed-vault.ts';

const seed = '0123456789abcdef'.repeat(4);
const vault = createSeedVault('5e'.repeat(32));

describe('a sealed seed', () => {
  it('opens with its key for its draw', () => {
    expect(vault.open(vault.seal(seed, 'keno-1'), 'keno-1')).toBe(seed);
  });

  it('looks different each time and shows nothing of the seed', () => {
    const [one, two] = [vault.seal(seed, 'keno-1'), vault.seal(seed, 'keno-1')];
    expect(one).not.toBe(two);
    expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').toString('hex')).not.toContain(
      seed.slice(0, 16),
    );
  });

  it('does not open for another draw, with another key, or changed', () => {
    const sealed = vault.seal(seed, 'keno-1');
    const [version, nonce, body = ''] = sealed.split('.');
    const flipped = `${version}.${nonce}.${body.startsWith('A') ? 'B' : 'A'}${body.slice(1)}`;
    expect(() => vault.open(sealed, 'keno-2')).toThrow('authenticate');
    expect(() => createSeedVault('ab'.repeat(32)).open(sealed, 'keno-1')).toThrow('authenticate');
    expect(() => vault.open(flipped, 'keno-1')).toThrow('authenticate');
    expect(() => vault.open('v9.x.y', 'keno-1')).toThrow('unknown form');
  });
});
