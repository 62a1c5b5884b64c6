/**
 * Returns the URL of an avatar in the sprite client/public/avatars.svg. For an unknown name, such as one of an
 * operator's own platform, it returns the first avatar.
 * @param image name such as `avatar-07`
 */
export function avatarHref(image: string): string {
  const isDrawn = /^avatar-(?:0[1-9]|1[0-2])$/.test(image);
  return `/avatars.svg#${isDrawn ? image : 'avatar-01'}`;
}
