import { expect } from 'vitest';
import { campaignCalls } from '../../../shared/contract/campaigns.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';

/** Returns one page of the list of the friends whom a player has referred, with the totals. */
export async function summary(player: TestPlayer, cursor?: string) {
  const { body } = await player.call('transaction/rafUserSummary', cursor === undefined ? {} : { cursor });
  if (!body.success) throw new Error(JSON.stringify(body));
  expect(campaignCalls['transaction/rafUserSummary'].response.parse(body.data)).toEqual(body.data);
  return body.data;
}

/**
 * Returns a function that creates a player who may refer friends. The function calls `platformOf` only when it runs,
 * because the platform starts later.
 */
export const referrersOn =
  (platformOf: () => TestPlatform) =>
  async (change: Parameters<typeof createPlayer>[1] = {}) => {
    const platform = platformOf();
    const player = await createPlayer(platform, change);
    await campaignPlayOn(platform).verify(player);
    const { referralCode } = await summary(player);
    return { player, promoCode: referralCode };
  };
