import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';
import { pooledRandom } from '../pooled-random.ts';

/** The data that the site keeps about a player between requests. It is stored only in the player's browser. */
export interface Session {
  /** Bearer token of the platform's session. */
  token: string;
  username: string;
  avatarImage: string;
  currencyCode: string;
  /** Time at which the session was opened, in ms since 1970. */
  openedAtMs: number;
}

export interface Sealer {
  /**
   * Encrypts a session for a cookie.
   * @returns letters, digits, `-`, `_` and dots, which a cookie can contain without encoding (RFC 6265 §4.1.1)
   */
  seal(session: Session): string;
  /**
   * Decrypts a session from a cookie.
   * @returns null for a text that is older than a day, was changed, or was encrypted with an unknown key
   */
  open(sealed: string): Session | null;
}

/** A session ends after one day, even if the player is still active (spec §9). */
export const sessionSeconds = 86_400;
/** Largest accepted difference between the clocks of two instances. */
const skewMs = 60_000;
/** Maximum length of an encrypted session: more than any session needs, and far less than a client can send. */
const longestSealed = 2048;

/**
 * The maximum number of cached sessions. Decrypted sessions are cached, because a player makes several calls, and
 * decrypting a session takes longer than most checks of a call.
 */
const mostCached = 5000;

const cipher = 'aes-256-gcm';
const format = 'v1';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/**
 * The JSON that is encrypted. The field names are short, because the browser sends the encrypted JSON with every
 * request.
 */
const Sealed = z.strictObject({
  t: z.string().min(1),
  u: z.string(),
  a: z.string(),
  c: z.string(),
  o: z.int(),
});

const headOf = ({ id }: Pick<Key, 'id'>): string => `${format}.${id}.`;

interface Key {
  /** Each encrypted text names its key by this id. The id does not reveal the secret. */
  id: string;
  /**
   * The secret as a KeyObject. Node would convert a secret in bytes to a KeyObject for each cookie, which takes longer
   * than encrypting the cookie.
   */
  secret: KeyObject;
}

const derive = (secret: string, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `golden-lotto session ${purpose}`, length));

const keyOf = (secret: string): Key => ({
  id: createHash('sha256')
    .update(derive(secret, 'key id', keyBytes))
    .digest('base64url')
    .slice(0, 8),
  secret: createSecretKey(derive(secret, 'seal', keyBytes)),
});

/**
 * Creates a sealer that encrypts sessions with AES-256-GCM. Keys are derived by HKDF-SHA256 (RFC 5869), so any long
 * secret works.
 * @param options.secrets the first secret encrypts; every secret can decrypt. To replace a secret, put the new secret
 * first, and remove the old secret a day later
 * @param options.purpose the cookie's name; a text that was encrypted for one purpose cannot be decrypted for another
 */
export function createSessionSealer({
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
    // Several base64url texts can decode to the same bytes, because the last character has unused bits. Accept only the
    // text that the encoder creates.
    if (bytes.length <= ivBytes + tagBytes || headOf(key) + bytes.toString('base64url') !== sealed)
      return null;
    const decipher = createDecipheriv(cipher, key.secret, bytes.subarray(0, ivBytes), {
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

  const cached = new Map<string, Session>();
  /** Decrypts a text from a cookie without checking the age of the session. */
  const unseal = (sealed: string): Session | null => {
    const known = cached.get(sealed);
    if (known) return known;
    const [version, id = ''] = sealed.split('.', 2);
    const key = version === format ? keys.get(id) : undefined;
    if (!key) return null;
    const inside = Sealed.safeParse(decrypt(key, sealed));
    if (!inside.success) return null;
    const { t, u, a, c, o } = inside.data;
    const session = { token: t, username: u, avatarImage: a, currencyCode: c, openedAtMs: o };
    const [oldest] = cached.size < mostCached ? [] : cached.keys();
    if (oldest !== undefined) cached.delete(oldest);
    cached.set(sealed, session);
    return session;
  };

  return {
    seal({ token, username, avatarImage, currencyCode, openedAtMs }) {
      const iv = pooledRandom(ivBytes);
      const encipher = createCipheriv(cipher, first.secret, iv, { authTagLength: tagBytes });
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
