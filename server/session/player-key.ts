import { hash } from 'node:crypto';
import type { Session } from './sealer.ts';

/**
 * Caches the key of each session. A session stays in memory while its player makes calls, so the username is hashed
 * only once.
 */
const keys = new WeakMap<Session, string>();

/**
 * Returns the key under which a player's calls are counted. All sessions of a player have the same key. The key is a
 * hash, because Redis must not contain usernames.
 */
export function playerKeyOf(session: Session): string {
  let key = keys.get(session);
  if (key === undefined) {
    key = hash('sha256', session.username.toLowerCase(), 'base64url');
    keys.set(session, key);
  }
  return key;
}
