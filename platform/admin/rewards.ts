import type { Reward } from '../loyalty/repository.ts';
import { createReward, endReward, listRewards, type NewReward } from '../loyalty/rewards.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { rejectCommand, rejectUsage } from './failure.ts';
import { many, moneyOf } from './words.ts';

function inWords({ rewardId, points, currencyCode, amountMinor, gameId, lines, endedAt }: Reward): string {
  return [
    rewardId.padEnd(16),
    endedAt === null ? 'open ' : 'ended',
    `${points.toLocaleString('en')} points for`,
    amountMinor === null
      ? `${many(lines ?? 0, 'line')} of ${gameId}`
      : `a bonus of ${moneyOf(amountMinor, currencyCode)}`,
  ].join('  ');
}

export async function showRewards({ db }: AdminDeps): Promise<Outcome> {
  const rewards = await listRewards(db);
  return { data: rewards, lines: rewards.length === 0 ? ['No reward.'] : rewards.map(inWords) };
}

/** Maps each rule of a reward to its command-line option, for error messages. */
const optionOf: Readonly<Record<string, string>> = {
  rewardId: 'the id (1 to 32 lower-case letters, digits and hyphens)',
  points: '--points',
  currencyCode: '--amount',
  amountMinor: '--amount',
  gameId: '--game (the id of a game that is no raffle)',
  lines: '--lines',
};

/**
 * Creates a reward that players can buy with loyalty points. A reward cannot be changed later, because players must pay
 * the number of points that they saw. Instead, an operator ends the reward and creates another.
 * @throws AdminFailure with the invalid rules, or if the id exists already
 */
export function makeReward(
  deps: AdminDeps,
  acting: Acting,
  given: NewReward,
  reason: string | null,
): Promise<Outcome> {
  const { clock, catalogue } = deps;
  return perform(deps, acting, async (tx) => {
    const made = await createReward(tx, given, { now: clock.now(), catalogue });
    if ('fields' in made) {
      const wrong = Object.keys(made.fields).map((path) => optionOf[path] ?? path);
      return rejectUsage(`invalid: ${[...new Set(wrong)].join(', ')}`);
    }
    if ('refused' in made) return rejectCommand(`${given.rewardId} is taken by another reward`);
    const { rewardId, kind, points, currencyCode, amountMinor, gameId, lines } = made.reward;
    return {
      data: made.reward,
      lines: [inWords(made.reward)],
      line: {
        act: 'rewards create',
        accountId: null,
        subject: rewardId,
        reason,
        result: { kind, points, currencyCode, amountMinor, gameId, lines },
      },
    };
  });
}

/** Ends a reward. Players keep the rewards that they already received. */
export function stopReward(
  deps: AdminDeps,
  acting: Acting,
  { rewardId, reason }: { rewardId: string; reason: string },
): Promise<Outcome> {
  return perform(deps, acting, async (tx) => {
    const ended = await endReward(tx, rewardId, deps.clock.now());
    if ('refused' in ended)
      return rejectCommand(
        ended.refused === 'unknown' ? `unknown reward: ${rewardId}` : `${rewardId} has already ended`,
      );
    return {
      data: ended.reward,
      lines: [`${rewardId} has ended.`],
      line: { act: 'rewards end', accountId: null, subject: rewardId, reason, result: {} },
    };
  });
}
