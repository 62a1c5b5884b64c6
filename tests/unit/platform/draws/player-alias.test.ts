import { describe, expect, it } from 'vitest';
import { playerAlias } from '../../../../platform/draws/player-alias.ts';

describe('playerAlias', () => {
  it('returns varied masked names, but always the same name for the same player number', () => {
    const aliases = Array.from({ length: 2000 }, (_, n) => playerAlias(n));
    for (const alias of aliases) expect(alias).toMatch(/^[A-Z][a-z]•••[a-z] [A-Z]\.$/);
    expect(new Set(aliases).size).toBeGreaterThan(300);
    expect(playerAlias(7)).toBe(playerAlias(7));
  });
});
