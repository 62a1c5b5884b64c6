import { type FundedPlayer, fund, fundedPlayer } from '../../helpers/funded-player.ts';
import { type Drawn, drawNextJaldi } from '../../helpers/next-draw.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { buyNext, payIn, payOut } from '../../helpers/player-actions.ts';

/** 23:52 in Kolkata. Jaldi is drawn at 23:55, and at 00:00 and 00:05 of the next day. */
export const storyStart = new Date('2026-11-20T18:22:00Z');
/** The day before the midnight of the story. */
export const before = { from: '2026-11-20', to: '2026-11-20' };
/** The day after the midnight of the story. */
export const after = { from: '2026-11-21', to: '2026-11-21' };
/** A text that a spreadsheet would execute. */
export const hostile = '=HYPERLINK("http://evil.example")';

export interface Story {
  player: FundedPlayer;
  stranger: FundedPlayer;
  /** The Jaldi draws at 23:55 and at 00:00 of the next day. */
  drawn: [Drawn, Drawn];
}

/**
 * Creates two players who deposit, buy, win and withdraw around midnight. The platform must start at `storyStart` and
 * offer the game `symbols`.
 */
export async function playStory(platform: TestPlatform): Promise<Story> {
  await platform.deps.engine.tick();
  const player = await fundedPlayer(platform, {
    account: { emailVerifiedAt: storyStart, kycState: 'approved' },
  });
  const stranger = await fundedPlayer(platform, { funds: { deposit: 1000_00 } });
  await payIn(platform, player, 1000_00);
  await payIn(platform, player, 200_00, 'declined');
  await fund(platform, player.accountId, 'casino-bonus', 5_00);
  // One ticket line for each Jaldi number, so that exactly one line wins.
  await buyNext(
    platform,
    player,
    'jaldi',
    Array.from({ length: 10 }, (_, number) => ({ number })),
  );
  await buyNext(platform, player, 'symbols', [['lotus', 'bell', 'bell', 'star']]);
  await buyNext(platform, stranger, 'jaldi', [{ number: 7 }, { color: 'red' }]);
  const first = await drawNextJaldi(platform);
  await buyNext(platform, player, 'jaldi', [{ number: 1 }, { color: 'green' }]);
  const second = await drawNextJaldi(platform);
  await payOut(platform, player, 500_00, 'approved');
  await fund(platform, player.accountId, 'winnings', 600_00);
  await payOut(platform, player, 600_00, 'refused', hostile);
  await buyNext(platform, player, 'jaldi', [{ number: 5 }]);
  return { player, stranger, drawn: [first, second] };
}
