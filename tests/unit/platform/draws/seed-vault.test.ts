import { describe, expect, it } from 'vitest';
import { createSeedVault } from '../../../../platform/draws/seed-vault.ts';

const seed = '0123456789abcdef'.repeat(4);
const vault = createSeedVault(['5e'.repeat(32)]);

describe('createSeedVault', () => {
  it('decrypts a sealed seed, given the same key and the same draw', () => {
    expect(vault.open(vault.seal(seed, 'keno-1'), 'keno-1')).toBe(seed);
  });

  it('seals the same seed to a different text each time', () => {
    const [one, two] = [vault.seal(seed, 'keno-1'), vault.seal(seed, 'keno-1')];
    expect(one).not.toBe(two);
    expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').toString('hex')).not.toContain(
      seed.slice(0, 16),
    );
  });

  it('rejects a sealed seed that was changed or belongs to another draw or key', () => {
    const sealed = vault.seal(seed, 'keno-1');
    const [version, nonce, body = ''] = sealed.split('.');
    const flipped = `${version}.${nonce}.${body.startsWith('A') ? 'B' : 'A'}${body.slice(1)}`;
    expect(() => vault.open(sealed, 'keno-2')).toThrow('authenticate');
    expect(() => createSeedVault(['ab'.repeat(32)]).open(sealed, 'keno-1')).toThrow('authenticate');
    expect(() => vault.open(flipped, 'keno-1')).toThrow('authenticate');
    expect(() => vault.open('v9.x.y', 'keno-1')).toThrow('unknown form');
  });
});
