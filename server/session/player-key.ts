import { hash } from 'node:crypto';
import type { Session } from './sealer.ts';

/** Caches keys by session. Sessions stay in memory while their players make calls, so each name is hashed only once. */
const keys = new WeakMap<Session, string>();

/**
 * Returns the key under which a player's calls are counted. All sessions of a player have the same key. It is a hash,
 * because Redis must not contain usernames.
 */
export function playerKeyOf(session: Session): string {
  let key = keys.get(session);
  if (key === undefined) {
    key = hash('sha256', session.username.toLowerCase(), 'base64url');
    keys.set(session, key);
  }
  return key;
}
