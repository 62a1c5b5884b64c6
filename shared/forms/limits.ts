import { codes } from '../contract/codes.ts';
import type { SetLimitRequest } from '../contract/limits.ts';
import { exclusionMonths, timeOutDays, withoutEnd } from '../domain/break-lengths.ts';
import { amountField, currencyField, minorOf } from './cashier.ts';
import { currentPasswordField, hiddenField, tickField } from './fields.ts';
import { type Field, type Form, type FormSettings, sending, type Values } from './form.ts';

const limitsPath = '/my-accounts/limits';

const limitFields = [
  hiddenField('kind', /^(?:deposit|spend)$/),
  hiddenField('period', /^(?:day|week|month)$/),
];
const limitOf = ({ kind, period }: Values): Pick<SetLimitRequest, 'kind' | 'period'> => ({
  kind: kind === 'deposit' ? 'deposit' : 'spend',
  period: period === 'week' || period === 'month' ? period : 'day',
});

/** The settings that all forms for limits, time-outs and exclusions have in common. */
const shared = { picture: 'shield', layout: 'stacked', playersOnly: true, links: [] } as const;

const doneText = (name: string) =>
  ({ kind: 'screen', path: limitsPath, text: `form.${name}.done_text` }) as const;

/**
 * Declares the form that sets one limit. A lower limit takes effect at once. A higher limit must be confirmed a day
 * later.
 */
export function setLimitForm({ bounds }: FormSettings): Form {
  const name = 'set-limit';
  return {
    ...shared,
    name,
    path: `${limitsPath}/set`,
    fields: [...limitFields, amountField(bounds), currencyField],
    steps: [
      {
        fields: ['kind', 'period', 'amount', 'currency'],
        submit: `form.${name}.submit`,
        sends: sending('limits/set', (values) => ({ ...limitOf(values), amount: minorOf(values) })),
      },
    ],
    follow: doneText(name),
  };
}

export function removeLimitForm(): Form {
  const name = 'remove-limit';
  return {
    ...shared,
    name,
    path: `${limitsPath}/remove`,
    fields: limitFields,
    steps: [
      {
        fields: ['kind', 'period'],
        submit: `form.${name}.submit`,
        sends: sending('limits/set', (values) => ({ ...limitOf(values), amount: null })),
      },
    ],
    follow: doneText(name),
  };
}

/**
 * Declares the form with which a player confirms a higher limit, or the removal of a limit, a day after requesting it.
 */
export function confirmLimitForm(): Form {
  const name = 'confirm-limit';
  return {
    ...shared,
    name,
    path: `${limitsPath}/confirm`,
    fields: [hiddenField('limitId', /^[0-9a-f-]{36}$/)],
    steps: [
      {
        fields: ['limitId'],
        submit: `form.${name}.submit`,
        sends: sending('limits/confirm', ({ limitId = '' }) => ({ limitId })),
      },
    ],
    follow: doneText(name),
    codeTexts: { [codes.notFound]: `form.${name}.gone` },
  };
}

/**
 * A select field for a duration. The account screen with the form provides the labels of the options. The check does
 * not use the options, because they are not available when the server checks a POST without script.
 */
function durationField(name: string, values: readonly string[], { choices }: FormSettings): Field {
  return {
    name,
    control: 'select',
    input: 'text',
    label: `form.${name}`,
    options: () => choices?.[name] ?? [],
    check: (value) => (values.includes(value) ? null : { key: 'field.wrong' }),
  };
}

export function timeOutForm(settings: FormSettings): Form {
  const name = 'time-out';
  return {
    ...shared,
    name,
    path: `${limitsPath}/time-out`,
    fields: [durationField('days', timeOutDays.map(String), settings), currentPasswordField(settings.bounds)],
    steps: [
      {
        fields: ['days', 'password'],
        submit: `form.${name}.submit`,
        sends: sending('limits/timeOut', ({ days, password = '' }) => ({
          days: timeOutDays.find((each) => String(each) === days) ?? timeOutDays[0],
          password,
        })),
      },
    ],
    follow: doneText(name),
    codeTexts: { [codes.loginWrong]: 'password_wrong' },
  };
}

const exclusionValues = exclusionMonths.map((months) => (months === null ? withoutEnd : String(months)));

/** Declares the form that excludes the player. An exclusion ends the session, so a public page follows. */
export function excludeForm(settings: FormSettings): Form {
  const name = 'exclude';
  return {
    ...shared,
    name,
    path: `${limitsPath}/exclude`,
    fields: [
      durationField('months', exclusionValues, settings),
      tickField('understood', `form.${name}.understood`, `form.${name}.understood_required`),
      currentPasswordField(settings.bounds),
    ],
    steps: [
      {
        fields: ['months', 'understood', 'password'],
        submit: `form.${name}.submit`,
        sends: sending('limits/exclude', ({ months, password = '' }) => ({
          months: exclusionMonths[exclusionValues.indexOf(months ?? '')] ?? null,
          password,
        })),
      },
    ],
    follow: { kind: 'page', path: (data) => `/excluded?until=${encodeURIComponent(endOf(data))}` },
    codeTexts: { [codes.loginWrong]: 'password_wrong' },
  };
}

/** Returns the ISO instant at which the exclusion ends, or `forever`. */
function endOf(data: unknown): string {
  const endsAt = typeof data === 'object' && data !== null && 'endsAt' in data ? data.endsAt : null;
  return typeof endsAt === 'string' ? endsAt : withoutEnd;
}
