import { randomInt } from 'node:crypto';

/** The names of the avatars, which the site draws. An account stores a name, never the URL of a file. */
export const avatars: readonly string[] = Array.from(
  { length: 12 },
  (_, index) => `avatar-${String(index + 1).padStart(2, '0')}`,
);

export function anyAvatar(): string {
  return avatars[randomInt(avatars.length)] ?? 'avatar-01';
}
