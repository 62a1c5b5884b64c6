import { z } from 'zod';
import { type Code, codes } from './codes.ts';
import { CurrencyCode } from './fields.ts';
import { AmountMinor, Instant } from './values.ts';

export const LimitKind = z.enum(['deposit', 'spend'], 'field.wrong');
export type LimitKind = z.infer<typeof LimitKind>;
/** A calendar day, a calendar week from Monday, or a calendar month, each in the site's time zone. */
export const LimitPeriod = z.enum(['day', 'week', 'month'], 'field.wrong');
export type LimitPeriod = z.infer<typeof LimitPeriod>;

/**
 * The limit that a deposit or a purchase would exceed. If several limits would be exceeded, this is the limit whose
 * period ends last.
 */
export const LimitReached = z.object({
  kind: LimitKind,
  period: LimitPeriod,
  currencyCode: CurrencyCode,
  limit: AmountMinor,
  left: AmountMinor.describe('What the player can still deposit or stake until `endsAt`.'),
  endsAt: Instant.describe('The end of the period.'),
});
export const TimeOutRunning = z.object({ kind: z.literal('time-out'), endsAt: Instant });
export const Excluded = z.object({
  kind: z.literal('exclusion'),
  endsAt: Instant.nullable().describe('Null if the exclusion has no end.'),
});
export const ChangeNotDue = z.object({
  kind: z.literal('waiting-change'),
  endsAt: Instant.describe('From this time, the player can confirm the change.'),
});

/**
 * Schemas of the `data` of failures that contain a reason, by code. For code 10400, `data` contains `fields` instead.
 */
export const refusalReasons = {
  [codes.limitReached]: LimitReached,
  [codes.timeOutRunning]: TimeOutRunning,
  [codes.changeNotDue]: ChangeNotDue,
  [codes.accountExcluded]: Excluded,
} as const satisfies Partial<Record<Code, z.ZodType>>;

export type RefusalReason = z.infer<(typeof refusalReasons)[keyof typeof refusalReasons]>;

/** Examples for the OpenAPI document. */
export const reasonExamples: Readonly<Record<keyof typeof refusalReasons, RefusalReason>> = {
  [codes.limitReached]: {
    kind: 'spend',
    period: 'day',
    currencyCode: 'INR',
    limit: 50_000,
    left: 12_000,
    endsAt: '2026-11-22T18:30:00.000Z',
  },
  [codes.timeOutRunning]: { kind: 'time-out', endsAt: '2026-11-29T08:31:00.000Z' },
  [codes.changeNotDue]: { kind: 'waiting-change', endsAt: '2026-11-23T08:31:00.000Z' },
  [codes.accountExcluded]: { kind: 'exclusion', endsAt: '2027-05-22T08:31:00.000Z' },
};

type ReasonCode = keyof typeof refusalReasons;
const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(refusalReasons, code);

/** Returns the schema of a failure's `data`, or null if the code has none. */
export function reasonSchemaOf(code: string): (typeof refusalReasons)[ReasonCode] | null {
  return isReasonCode(code) ? refusalReasons[code] : null;
}

export function reasonExampleOf(code: string): RefusalReason | null {
  return isReasonCode(code) ? reasonExamples[code] : null;
}
