import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** What the site knows of a player between two requests; nothing of it is kept but in the player's own browser. */
export interface Session {
  /** Opens the session at the platform. */
  token: string;
  username: string;
  avatarImage: string;
  /** ISO 4217. */
  currencyCode: string;
  /** When it was opened, ms since 1970. */
  openedAtMs: number;
}

export interface Sealer {
  /** @returns letters, digits, `-`, `_` and dots: what a cookie may hold as it is (RFC 6265 §4.1.1) */
  seal(session: Session): string;
  /** @returns null for what was not sealed here, was changed since, or is older than a day */
  open(sealed: string): Session | null;
}

/** Session values live one day, whatever is done with them meanwhile (spec §9). */
export const sessionSeconds = 86_400;
/** Clocks of two instances differ. */
const skewMs = 60_000;
/** More than a session can take, and far less than what a stranger can send. */
const longestSealed = 2048;

/** Opened a moment ago: a player makes several calls, and opening costs more than most of what a call costs. */
const mostRemembered = 5000;

const cipher = 'aes-256-gcm';
const format = 'v1';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/** As it stands within the seal: short names, since each request carries it. */
const Sealed = z.strictObject({
  t: z.string().min(1),
  u: z.string(),
  a: z.string(),
  c: z.string(),
  o: z.int(),
});

const headOf = ({ id }: Pick<Key, 'id'>): string => `${format}.${id}.`;

interface Key {
  /** By it a seal says with which key it was made, and says nothing of the key. */
  id: string;
  bytes: Buffer;
}

const derive = (secret: string, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `golden-lotto session ${purpose}`, length));

const keyOf = (secret: string): Key => ({
  id: createHash('sha256')
    .update(derive(secret, 'key id', keyBytes))
    .digest('base64url')
    .slice(0, 8),
  bytes: derive(secret, 'seal', keyBytes),
});

/**
 * Seals sessions with AES-256-GCM; keys are derived by HKDF-SHA256 (RFC 5869), so any long secret will do.
 * @param options.secrets the first one seals, all of them open: put a new one in front, drop the old one a day later
 * @param options.purpose what is sealed for one purpose (the cookie's name) opens for no other
 */
export function createSealer({
  secrets,
  purpose,
  nowMs = Date.now,
}: {
  secrets: readonly string[];
  purpose: string;
  nowMs?: () => number;
}): Sealer {
  const keys = new Map(secrets.map(keyOf).map((key) => [key.id, key]));
  const [first] = keys.values();
  if (!first) throw new Error('no key to seal sessions with');
  const boundTo = (key: Key) => Buffer.from(`${purpose} ${headOf(key)}`);

  const decrypt = (key: Key, sealed: string): unknown => {
    const bytes = Buffer.from(sealed.slice(headOf(key).length), 'base64url');
    // One text for one seal: base64 lets the last character vary.
    if (bytes.length <= ivBytes + tagBytes || headOf(key) + bytes.toString('base64url') !== sealed)
      return null;
    const decipher = createDecipheriv(cipher, key.bytes, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(boundTo(key));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    try {
      const opened = decipher.update(bytes.subarray(ivBytes, -tagBytes));
      return JSON.parse(Buffer.concat([opened, decipher.final()]).toString('utf8'));
    } catch {
      return null;
    }
  };

  const remembered = new Map<string, Session>();
  /** Of whatever age. */
  const unseal = (sealed: string): Session | null => {
    const known = remembered.get(sealed);
    if (known) return known;
    const [version, id = ''] = sealed.split('.', 2);
    const key = version === format ? keys.get(id) : undefined;
    if (!key) return null;
    const inside = Sealed.safeParse(decrypt(key, sealed));
    if (!inside.success) return null;
    const { t, u, a, c, o } = inside.data;
    const session = { token: t, username: u, avatarImage: a, currencyCode: c, openedAtMs: o };
    // The one that has been there for longest makes room.
    const [oldest] = remembered.size < mostRemembered ? [] : remembered.keys();
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(sealed, session);
    return session;
  };

  return {
    seal({ token, username, avatarImage, currencyCode, openedAtMs }) {
      const iv = randomBytes(ivBytes);
      const encipher = createCipheriv(cipher, first.bytes, iv, { authTagLength: tagBytes });
      encipher.setAAD(boundTo(first));
      const inside: z.input<typeof Sealed> = {
        t: token,
        u: username,
        a: avatarImage,
        c: currencyCode,
        o: openedAtMs,
      };
      const body = Buffer.concat([encipher.update(JSON.stringify(inside), 'utf8'), encipher.final()]);
      return headOf(first) + Buffer.concat([iv, body, encipher.getAuthTag()]).toString('base64url');
    },

    open(sealed) {
      if (sealed.length > longestSealed) return null;
      const session = unseal(sealed);
      if (!session) return null;
      const ageMs = nowMs() - session.openedAtMs;
      return ageMs < -skewMs || ageMs >= sessionSeconds * 1000 ? null : session;
    },
  };
}
