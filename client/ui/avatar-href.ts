/**
 * Returns the URL of an avatar in the sprite client/public/avatars.svg. It returns the first avatar for an unknown
 * name, because another platform may use other names.
 * @param image name such as `avatar-07`
 */
export function avatarHref(image: string): string {
  const isDrawn = /^avatar-(?:0[1-9]|1[0-2])$/.test(image);
  return `/avatars.svg#${isDrawn ? image : 'avatar-01'}`;
}
