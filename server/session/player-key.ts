import { hash } from 'node:crypto';
import type { Session } from './sealer.ts';

/** Sessions stay in memory while their players make calls, so that each name is hashed once. */
const keys = new WeakMap<Session, string>();

/** A key for counting by player: the same in every session of a player. Hashed, since Redis may not hold usernames. */
export function playerKeyOf(session: Session): string {
  let key = keys.get(session);
  if (key === undefined) {
    key = hash('sha256', session.username.toLowerCase(), 'base64url');
    keys.set(session, key);
  }
  return key;
}
