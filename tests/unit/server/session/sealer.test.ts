import { describe, expect, it } from 'vitest';
import { createSessionSealer, type Session } from '../../../../server/session/sealer.ts';

const [one, two] = ['first-key-0123456789abcdef0123456789', 'other-key-0123456789abcdef0123456789'];
const openedAtMs = Date.parse('2026-11-21T12:00:00Z');
const dayMs = 86_400_000;
const session: Session = {
  token: 'T'.repeat(43),
  username: 'Ásha',
  avatarImage: '/avatars/one.svg',
  currencyCode: 'INR',
  openedAtMs,
};
const sealerOf = (secrets: string[], nowMs = openedAtMs, purpose = '__Host-session') =>
  createSessionSealer({ secrets, purpose, nowMs: () => nowMs });

describe('createSessionSealer', () => {
  const sealed = sealerOf([one]).seal(session);

  it('seals a session to unreadable text and opens it unchanged', () => {
    expect(sealerOf([one]).open(sealed)).toEqual(session);
    expect(sealerOf([one]).seal(session)).not.toBe(sealed);
    expect(sealed).toMatch(/^[A-Za-z0-9._-]{1,400}$/);
    const bytes = Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1');
    expect(bytes).not.toContain('INR');
    expect(bytes).not.toContain('TTT');
  });

  it('accepts a session for one day, and tolerates a clock that is up to one minute slow', () => {
    expect(sealerOf([one], openedAtMs + dayMs - 1).open(sealed)).not.toBeNull();
    expect(sealerOf([one], openedAtMs + dayMs).open(sealed)).toBeNull();
    expect(sealerOf([one], openedAtMs - 59_000).open(sealed)).not.toBeNull();
    expect(sealerOf([one], openedAtMs - 61_000).open(sealed)).toBeNull();
  });

  it('rejects an expired session even if it is cached', () => {
    let nowMs = openedAtMs;
    const sealer = createSessionSealer({ secrets: [one], purpose: 'x', nowMs: () => nowMs });
    const text = sealer.seal(session);
    expect(sealer.open(text)).toEqual(session);
    nowMs += dayMs;
    expect(sealer.open(text)).toBeNull();
  });

  it('seals with the first key and opens with any configured key', () => {
    const rotated = sealerOf([two, one]);
    expect(rotated.open(sealed)).toEqual(session);
    const renewed = rotated.seal(session);
    expect(sealerOf([two]).open(renewed)).toEqual(session);
    expect(sealerOf([one]).open(renewed)).toBeNull();
    expect(sealerOf([two]).open(sealed)).toBeNull();
  });

  it('rejects a session sealed for another purpose', () => {
    expect(sealerOf([one], openedAtMs, 'session').open(sealed)).toBeNull();
  });

  it('rejects a sealed text with any character changed, removed or added', () => {
    const sealer = sealerOf([one]);
    for (let at = 0; at < sealed.length; at++) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      expect(sealer.open(sealed.slice(0, at) + other + sealed.slice(at + 1)), `changed at ${at}`).toBeNull();
      expect(sealer.open(sealed.slice(0, at) + sealed.slice(at + 1)), `left out at ${at}`).toBeNull();
    }
    for (const odd of [
      '',
      '.',
      '..',
      'v1',
      'v1.',
      `${sealed}A`,
      `${sealed}=`,
      ` ${sealed}`,
      'x'.repeat(5000),
    ])
      expect(sealer.open(odd), odd.slice(0, 20)).toBeNull();
  });
});

it('createSessionSealer throws without a key', () => {
  expect(() => sealerOf([])).toThrow('no key');
});
