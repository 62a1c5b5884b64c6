import type { TestPlatform } from '../../helpers/platform.ts';

let addresses = 0;

/** Returns a client’s address that no earlier login had. */
export function freshAddress(): string {
  return `198.51.100.${(addresses += 1)}`;
}

/**
 * Returns a function that logs in with a username. The function calls `platformOf` only when it runs, because the
 * platform starts later.
 */
export const loginOn =
  (platformOf: () => TestPlatform) =>
  (username: string, password: string, address = freshAddress(), token?: string) =>
    platformOf().call(
      'accounts/login',
      { type: 2, username, password },
      {
        headers: {
          'x-player-address': address,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      },
    );
