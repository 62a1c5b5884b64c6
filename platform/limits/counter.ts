import type { LimitPeriod } from '../../shared/contract/refusal-reasons.ts';
import { type Periods, periodsAt } from './periods.ts';

/** The sums that an account has deposited or staked in the day, the week and the month of its last deposit or stake. */
export interface Counter {
  dayFrom: Date;
  dayMinor: number;
  weekFrom: Date;
  weekMinor: number;
  monthFrom: Date;
  monthMinor: number;
}

export const limitPeriods = ['day', 'week', 'month'] as const satisfies readonly LimitPeriod[];

/** The amount of the limit of each period. A period without a limit is absent. */
export type Amounts = Readonly<Partial<Record<LimitPeriod, number>>>;
export type Used = Readonly<Record<LimitPeriod, number>>;

/**
 * Returns the day, the week and the month in which amounts are counted at `now`. These periods are never earlier than
 * the periods of the counter. If the clock was set back, the counter's periods therefore continue. Earlier periods
 * would begin with a sum of 0, and the player could exceed the limit.
 */
export function countingPeriods(timeZone: string, now: Date, counter: Counter | null): Periods {
  return periodsAt(timeZone, counter && counter.dayFrom > now ? counter.dayFrom : now);
}

/** Returns the sums that were deposited or staked in the periods that `countingPeriods` returned. */
export function usedIn(periods: Periods, counter: Counter | null): Used {
  if (!counter) return { day: 0, week: 0, month: 0 };
  return {
    day: counter.dayFrom >= periods.day.from ? counter.dayMinor : 0,
    week: counter.weekFrom >= periods.week.from ? counter.weekMinor : 0,
    month: counter.monthFrom >= periods.month.from ? counter.monthMinor : 0,
  };
}

/** Returns the counter after a deposit or a stake. */
export function countedOn(periods: Periods, used: Used, amountMinor: number): Counter {
  return {
    dayFrom: periods.day.from,
    dayMinor: used.day + amountMinor,
    weekFrom: periods.week.from,
    weekMinor: used.week + amountMinor,
    monthFrom: periods.month.from,
    monthMinor: used.month + amountMinor,
  };
}

export interface Exceeded {
  period: LimitPeriod;
  limit: number;
  /** The largest amount that fits into the limits of all periods. */
  left: number;
  endsAt: Date;
}

/**
 * Returns the limit that an amount would exceed, or null. If the amount would exceed several limits, returns the limit
 * whose period ends last.
 */
export function exceededBy(
  periods: Periods,
  amounts: Amounts,
  used: Used,
  amountMinor: number,
): Exceeded | null {
  const limited = limitPeriods.flatMap((period) => {
    const limit = amounts[period];
    return limit === undefined ? [] : [{ period, limit, left: Math.max(0, limit - used[period]) }];
  });
  const left = Math.min(...limited.map((one) => one.left));
  const exceeded = limited
    .filter(({ period, limit }) => used[period] + amountMinor > limit)
    .map(({ period, limit }) => ({ period, limit, left, endsAt: periods[period].to }));
  return exceeded.toSorted((one, other) => other.endsAt.getTime() - one.endsAt.getTime())[0] ?? null;
}
