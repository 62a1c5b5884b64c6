import { describe, expect, it } from 'vitest';
import { areSamePerson, createFingerprints, mailboxOf } from '../../../../platform/campaigns/person.ts';

function mail(email: string | null, mobile: string | null = null) {
  return { email, mobile };
}

describe('areSamePerson', () => {
  it.each([
    ['asha@mail.example', 'Asha@MAIL.example'],
    ['asha@mail.example', 'asha+lotto@mail.example'],
    ['asha@mail.example', 'a.s.ha+x+y@mail.example'],
    ['asha@gmail.com', 'as.ha@googlemail.com'],
  ])('returns true for %s and %s, which belong to one mailbox', (one, other) => {
    expect(mailboxOf(one)).toBe(mailboxOf(other));
    expect(areSamePerson(mail(one), mail(other))).toBe(true);
  });

  it.each([
    ['asha@mail.example', 'asha@other.example'],
    ['asha@mail.example', 'ashb@mail.example'],
    ['asha@mail.example', 'asha@mailexample'],
  ])('returns false for %s and %s, which belong to two mailboxes', (one, other) => {
    expect(areSamePerson(mail(one), mail(other))).toBe(false);
  });

  it('returns false if one or both accounts have no e-mail address', () => {
    expect(areSamePerson(mail(null, '+919876543210'), mail(null, '+919876543211'))).toBe(false);
    expect(areSamePerson(mail(null, '+919876543210'), mail('asha@mail.example'))).toBe(false);
  });
});

describe('createFingerprints', () => {
  const { ofPerson, ofAddress } = createFingerprints(() => Buffer.alloc(32, 1));

  it('returns equal person hashes for two spellings of one mailbox, and different hashes for another mobile number or key', () => {
    expect(ofPerson(mail('a.sha+1@mail.example'))).toBe(ofPerson(mail('asha@mail.example')));
    expect(ofPerson(mail(null, '+919876543210'))).not.toBe(ofPerson(mail(null, '+919876543211')));
    expect(ofAddress('Asha@mail.example ')).toBe(ofAddress('asha@mail.example'));
    const other = createFingerprints(() => Buffer.alloc(32, 2));
    expect(other.ofAddress('asha@mail.example')).not.toBe(ofAddress('asha@mail.example'));
    expect(ofAddress('asha@mail.example')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('decodes the hash of an e-mail address only from an unchanged token', () => {
    const { tokenOf, ofToken } = createFingerprints(() => Buffer.alloc(32, 1));
    const address = ofAddress('asha@mail.example');
    const token = tokenOf(address);
    expect(token).toMatch(/^[\w-]{64}$/);
    expect(ofToken(token)).toBe(address);
    const last = token.endsWith('A') ? 'B' : 'A';
    for (const other of ['', token.slice(1), `${token.slice(0, -1)}${last}`, `A${token}`, 'A'.repeat(64)])
      expect(ofToken(other)).toBeNull();
  });

  it('returns different address hashes for two e-mail addresses of one mailbox that differ only in a dot', () => {
    expect(ofAddress('a.sha@mail.example')).not.toBe(ofAddress('asha@mail.example'));
  });
});
