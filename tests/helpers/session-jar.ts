import type { FundedPlayer } from './funded-player.ts';
import type { TestSite } from './site.ts';

/** Returns the cookies of a player's session, without a login through the site. */
export function sessionJar(
  site: TestSite,
  { token }: Pick<FundedPlayer, 'token'>,
  username = 'asha',
): Record<string, string> {
  const lines = site.deps.sessions.keep({
    token,
    username,
    avatarImage: 'avatar-01',
    currencyCode: 'INR',
    openedAtMs: site.deps.clock.now().getTime(),
  });
  return Object.fromEntries(lines.map((line) => /^([^=]+)=([^;]*)/.exec(line)?.slice(1) ?? []));
}
