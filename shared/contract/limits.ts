import { z } from 'zod';
import { exclusionMonths, timeOutDays } from '../domain/break-lengths.ts';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import { CurrencyCode, GivenPassword } from './fields.ts';
import { LimitKind, LimitPeriod } from './refusal-reasons.ts';
import { AmountMinor, Instant } from './values.ts';

/** Id of a pending change of a limit. */
const LimitId = z.uuid('field.wrong');
/** The greatest limit that can be set. No account can move this much money. */
export const largestLimit = 1_000_000_000_000;
const LimitAmount = AmountMinor.min(1).max(largestLimit);

export const WaitingChange = z.object({
  limitId: LimitId,
  amount: LimitAmount.nullable().describe(
    'The limit after the change. Null if the change removes the limit.',
  ),
  effectiveAt: Instant.describe('From this time, the player can confirm the change with `limits/confirm`.'),
  expiresAt: Instant.describe('At this time, an unconfirmed change is dropped.'),
});
export type WaitingChange = z.infer<typeof WaitingChange>;

export const PlayerLimit = z.object({
  kind: LimitKind,
  period: LimitPeriod,
  amount: LimitAmount.nullable().describe('The limit that holds now. Null if there is none.'),
  used: AmountMinor.describe(
    'What the player has deposited or staked in the period, with or without a limit. Open deposits count as well.',
  ),
  left: AmountMinor.nullable().describe('What is left of the limit in this period. Null without a limit.'),
  endsAt: Instant.describe('The end of the period. The next period begins with nothing used.'),
  waiting: WaitingChange.nullable(),
});
export type PlayerLimit = z.infer<typeof PlayerLimit>;

export const PlayerLimits = z.object({
  currencyCode: CurrencyCode,
  /**
   * The time of the answer according to the platform's clock. The site needs this time, because the browser's clock may
   * be wrong.
   */
  asOf: Instant,
  /** Six entries: deposits by day, week and month, then stakes by day, week and month. */
  limits: z.array(PlayerLimit).length(6),
  timeOut: z.object({ endsAt: Instant }).nullable().describe('The time-out that holds now.'),
  session: z
    .object({
      startedAt: Instant,
      staked: AmountMinor.describe('Stakes of the purchases since the session began, bonus play included.'),
      won: AmountMinor.describe('Prizes credited since the session began, except refused ones.'),
    })
    .describe('What happened since the login of this session. The reality check shows it.'),
});
export type PlayerLimits = z.infer<typeof PlayerLimits>;

export const SetLimitRequest = z.strictObject({
  kind: LimitKind,
  period: LimitPeriod,
  amount: LimitAmount.nullable().describe('Null removes the limit.'),
});
export type SetLimitRequest = z.infer<typeof SetLimitRequest>;

export const TimeOutRequest = z.strictObject({
  days: z.literal([...timeOutDays], 'field.wrong'),
  password: GivenPassword,
});
export const ExcludeRequest = z.strictObject({
  months: z.literal([...exclusionMonths], 'field.wrong').describe('Null excludes the player for ever.'),
  password: GivenPassword,
});

const example = {
  currencyCode: 'INR',
  asOf: '2026-11-22T08:31:00.000Z',
  limits: [
    {
      kind: 'deposit' as const,
      period: 'day' as const,
      amount: 200_000,
      used: 50_000,
      left: 150_000,
      endsAt: '2026-11-22T18:30:00.000Z',
      waiting: {
        limitId: '2e0c1f0e-5d3a-4f0b-9c57-6a1f2d3b4c5d',
        amount: 500_000,
        effectiveAt: '2026-11-23T08:31:00.000Z',
        expiresAt: '2026-11-30T08:31:00.000Z',
      },
    },
    ...(
      [
        ['deposit', 'week', '2026-11-22T18:30:00.000Z'],
        ['deposit', 'month', '2026-11-30T18:30:00.000Z'],
        ['spend', 'day', '2026-11-22T18:30:00.000Z'],
        ['spend', 'week', '2026-11-22T18:30:00.000Z'],
        ['spend', 'month', '2026-11-30T18:30:00.000Z'],
      ] as const
    ).map(([kind, period, endsAt]) => ({
      kind,
      period,
      amount: null,
      used: 50_000,
      left: null,
      endsAt,
      waiting: null,
    })),
  ],
  timeOut: null,
  session: { startedAt: '2026-11-22T07:40:00.000Z', staked: 20_000, won: 5_000 },
};

const player = { who: 'player', read: false, rate: 'account' } as const;
const withPassword = { who: 'player', read: false, rate: 'login' } as const;
const wrongPassword = [codes.loginWrong, codes.accountLocked];

export const limitCalls = {
  'limits/get': declareCall({
    summary: 'The player’s limits on deposits and stakes, what is used of them, and the running time-out.',
    ...player,
    codes: [],
    request: z.strictObject({}),
    response: PlayerLimits,
    example: { request: {}, response: example },
  }),
  'limits/set': declareCall({
    summary:
      'Sets, lowers, raises or removes a limit. A lower limit holds at once. A higher one waits 24 hours, then for `limits/confirm`.',
    ...player,
    codes: [],
    request: SetLimitRequest,
    response: PlayerLimits,
    example: { request: { kind: 'deposit', period: 'day', amount: 500_000 }, response: example },
  }),
  'limits/confirm': declareCall({
    summary: 'Confirms a change that has waited 24 hours. The change then holds at once.',
    ...player,
    codes: [codes.notFound, codes.changeNotDue],
    request: z.strictObject({ limitId: LimitId }),
    response: PlayerLimits,
    example: { request: { limitId: '2e0c1f0e-5d3a-4f0b-9c57-6a1f2d3b4c5d' }, response: example },
  }),
  'limits/timeOut': declareCall({
    summary:
      'Begins a time-out: login and withdrawals stay, deposits, play and promotions stop. It replaces a shorter one, never a longer one.',
    ...withPassword,
    codes: wrongPassword,
    request: TimeOutRequest,
    response: PlayerLimits,
    example: {
      request: { days: 7, password: 'Kite-river-42' },
      response: { ...example, timeOut: { endsAt: '2026-11-29T08:31:00.000Z' } },
    },
  }),
  'limits/exclude': declareCall({
    summary:
      'Excludes the player: all sessions end, and logins are rejected until the end. Other accounts that have verified the same mailbox are excluded too.',
    ...withPassword,
    codes: [...wrongPassword, codes.notEligible],
    session: 'ends',
    request: ExcludeRequest,
    response: z.object({ endsAt: Instant.nullable().describe('Null if the exclusion has no end.') }),
    example: {
      request: { months: 6, password: 'Kite-river-42' },
      response: { endsAt: '2027-05-22T08:31:00.000Z' },
    },
  }),
};
