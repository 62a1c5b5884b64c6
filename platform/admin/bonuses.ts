import { cancelBonuses, takePoints } from '../campaigns/cancel-bonuses.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { rejectCommand } from './failure.ts';
import { holdPlayer } from './find-player.ts';
import { many, moneyOf } from './words.ts';

/** Takes back all bonus money of a player, and cancels promised bonuses that are not paid yet. */
export function cancel(
  deps: AdminDeps,
  acting: Acting,
  { who, reason }: { who: string; reason: string },
): Promise<Outcome> {
  return perform(deps, acting, async (tx) => {
    const { accountId, username, currencyCode } = await holdPlayer(tx, who);
    const { amountMinor, ended } = await cancelBonuses(deps, tx, { accountId, currencyCode, reason });
    if (amountMinor === 0 && ended === 0) return rejectCommand(`${username} has no bonus`);
    return {
      data: { accountId, amountMinor, currencyCode, ended },
      lines: [
        `${moneyOf(amountMinor, currencyCode)} of bonus money of ${username} is taken back. Bonuses ended: ${ended}. The player reads the reason.`,
        'Prizes that were won with a bonus stay: refuse them with claims refuse.',
      ],
      line: {
        act: 'bonuses cancel',
        accountId,
        subject: null,
        reason,
        result: { amountMinor, currencyCode, ended },
      },
    };
  });
}

/** Takes back loyalty points of a player. */
export function take(
  deps: AdminDeps,
  acting: Acting,
  { who, points, reason }: { who: string; points: number; reason: string },
): Promise<Outcome> {
  return perform(deps, acting, async (tx) => {
    const { accountId, username } = await holdPlayer(tx, who);
    if (!(await takePoints(deps, tx, { accountId, points, reason })))
      return rejectCommand(`${username} has fewer than ${many(points, 'point')}`);
    return {
      data: { accountId, points },
      lines: [`${many(points, 'point')} of ${username} taken back. The player reads the reason.`],
      line: { act: 'points take', accountId, subject: null, reason, result: { points } },
    };
  });
}
