import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { avatarHref } from '../../../../client/ui/avatar-href.ts';
import { avatars } from '../../../../platform/accounts/avatars.ts';

describe('avatarHref', () => {
  it('returns the URL of a sprite symbol for every platform avatar', () => {
    const sprite = readFileSync('client/public/avatars.svg', 'utf8');
    for (const name of avatars) {
      expect(avatarHref(name)).toBe(`/avatars.svg#${name}`);
      expect(sprite).toContain(`<symbol id="${name}"`);
    }
  });

  it.each(['', 'avatar-13', 'https://other.example/me.png'])(
    'returns the first avatar for the unknown name "%s"',
    (name) => {
      expect(avatarHref(name)).toBe('/avatars.svg#avatar-01');
    },
  );
});
