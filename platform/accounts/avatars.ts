import { randomInt } from 'node:crypto';

/** Names of the avatars. The site contains the images. An account stores only a name, never an image URL. */
export const avatars: readonly string[] = Array.from(
  { length: 12 },
  (_, index) => `avatar-${String(index + 1).padStart(2, '0')}`,
);

export function anyAvatar(): string {
  return avatars[randomInt(avatars.length)] ?? 'avatar-01';
}
