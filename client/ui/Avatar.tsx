import { avatarHref } from './avatar-href.ts';

/**
 * An avatar as decoration beside the player's name.
 * @param image name such as `avatar-07`
 */
export function Avatar({ image, className }: { image: string; className: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={avatarHref(image)} />
    </svg>
  );
}
