import { LimitKind, LimitPeriod } from '../../shared/contract/refusal-reasons.ts';
import { timeOutDays } from '../../shared/domain/break-lengths.ts';
import type { Account } from '../accounts/repository.ts';
import { createAnnouncements } from '../limits/announcements.ts';
import { beginTimeOut } from '../limits/breaks.ts';
import { waitingOf } from '../limits/change-limit.ts';
import { readLimits } from '../limits/repository.ts';
import { setLimit } from '../limits/set-limit.ts';
import { type Acting, type AdminDeps, type Outcome, perform, timeZoneOf } from './context.ts';
import { rejectCommand, rejectUsage } from './failure.ts';
import { findPlayer, holdPlayer } from './find-player.ts';
import { moneyOf, numberOf, parseMoney } from './words.ts';

const dayMs = 86_400_000;

function limitWords(amountMinor: number | null, currencyCode: string): string {
  return amountMinor === null ? 'no limit' : moneyOf(amountMinor, currencyCode);
}

/** Returns the end of a player's time-out, or null if none is running. */
export function timeOutOf({ timedOutUntil }: Account, now: Date): Date | null {
  return timedOutUntil && timedOutUntil > now ? timedOutUntil : null;
}

/** Shows a player's limits, pending changes of limits, and time-out. */
export async function showLimits({ db, clock }: AdminDeps, who: string): Promise<Outcome> {
  const account = await findPlayer(db, who);
  const { accountId, username, currencyCode } = account;
  const now = clock.now();
  const limits = (await readLimits(db, accountId)).map((row) => {
    const waiting = waitingOf(row, now);
    return {
      kind: row.kind,
      period: row.period,
      amountMinor: row.amountMinor,
      waiting: waiting && {
        amountMinor: waiting.amountMinor,
        effectiveAt: waiting.effectiveAt.toISOString(),
        expiresAt: waiting.expiresAt.toISOString(),
      },
    };
  });
  const timeOutUntil = timeOutOf(account, now)?.toISOString() ?? null;
  return {
    data: { accountId, currencyCode, limits, timeOutUntil },
    lines: [
      `${username} ${timeOutUntil === null ? 'takes no time-out' : `takes a time-out until ${timeOutUntil}`}.`,
      ...limits.map(
        ({ kind, period, amountMinor, waiting }) =>
          `${kind.padEnd(8)} ${period.padEnd(6)} ${limitWords(amountMinor, currencyCode)}${
            waiting === null
              ? ''
              : `; ${limitWords(waiting.amountMinor, currencyCode)} can be confirmed from ${waiting.effectiveAt}`
          }`,
      ),
      ...(limits.length === 0 ? ['The player never set a limit.'] : []),
    ],
  };
}

export interface AskedLimit {
  who: string;
  kind: string;
  period: string;
  /** The limit's amount as the operator typed it. */
  amount: string;
  reason: string;
}

/**
 * Sets or lowers a limit for a player, who is notified. The limit applies at once.
 * @throws AdminFailure if the amount is not lower than the present limit. Only the player can raise or remove a limit
 */
export async function setLimitOf(deps: AdminDeps, acting: Acting, asked: AskedLimit): Promise<Outcome> {
  const kind = LimitKind.safeParse(asked.kind).data ?? rejectUsage('--kind must be deposit or spend');
  const period =
    LimitPeriod.safeParse(asked.period).data ?? rejectUsage('--period must be day, week or month');
  const timeZone = await timeZoneOf(deps);
  return perform(deps, acting, async (tx) => {
    const { accountId, username, currencyCode } = await holdPlayer(tx, asked.who);
    const amount = parseMoney('amount', asked.amount, currencyCode);
    if (amount === 0) rejectUsage('--amount must be above zero: use limits time-out to stop play');
    const { clock } = deps;
    const announcements = createAnnouncements({ clock });
    const change = await setLimit(
      tx,
      { clock, timeZone, announcements },
      { accountId, currencyCode },
      { kind, period, amount },
      clock.now(),
    );
    if (change.outcome !== 'holds')
      return rejectCommand(
        `the present limit of ${username} is not above ${moneyOf(amount, currencyCode)}: only the player can raise a limit, and confirms it after 24 hours`,
      );
    return {
      data: { accountId, kind, period, amountMinor: amount },
      lines: [`The limit of ${username} (${kind}, ${period}) is ${moneyOf(amount, currencyCode)} now.`],
      line: {
        act: 'limits set',
        accountId,
        subject: null,
        reason: asked.reason,
        result: { kind, period, amountMinor: amount, currencyCode },
      },
    };
  });
}

/**
 * Begins a time-out for a player, who is notified.
 * @throws AdminFailure if a longer time-out is running
 */
export function timeOutPlayer(
  deps: AdminDeps,
  acting: Acting,
  { who, days, reason }: { who: string; days: string; reason: string },
): Promise<Outcome> {
  const asked = numberOf('days', days);
  if (!timeOutDays.some((one) => one === asked))
    rejectUsage(`--days must be one of ${timeOutDays.join(', ')}`);
  return perform(deps, acting, async (tx) => {
    const { clock } = deps;
    const account = await holdPlayer(tx, who);
    const { accountId, username } = account;
    const until = new Date(clock.now().getTime() + asked * dayMs);
    const endsAt = await beginTimeOut(tx, accountId, until);
    if (endsAt > until)
      return rejectCommand(
        `${username} takes a time-out until ${endsAt.toISOString()}: a time-out can be extended, never shortened`,
      );
    await createAnnouncements({ clock }).timeOutBegun(tx, { accountId, endsAt });
    return {
      data: { accountId, timeOutUntil: endsAt.toISOString() },
      lines: [`${username} takes a time-out until ${endsAt.toISOString()}. It cannot end earlier.`],
      line: {
        act: 'limits time-out',
        accountId,
        subject: null,
        reason,
        result: { until: endsAt.toISOString() },
      },
    };
  });
}
