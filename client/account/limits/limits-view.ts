import type { PlayerLimit, PlayerLimits } from '../../../shared/contract/limits.ts';
import type { LimitKind } from '../../../shared/contract/refusal-reasons.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import type { Fact } from '../../../shared/pages/facts.ts';
import { formatMoment } from '../../ui/format-moment.ts';
import { change, money } from '../list/cells.ts';
import { timeOutText } from './load-break.ts';

export interface LimitLink {
  path: string;
  label: string;
  /** Accessible name of the link: the action and the name of the limit. */
  name: string;
}

export interface LimitView {
  key: string;
  title: string;
  /** The amount of the limit. If the player has set no limit, a text that says so. */
  amount: string;
  /** The used part of the limit. Null if the player has set no limit. */
  meter: { used: number; amount: number; text: string } | null;
  facts: Fact[];
  /** A change that waits for the player's confirmation. `confirm` is null until the player can confirm the change. */
  waiting: { text: string; confirm: LimitLink | null } | null;
  links: LimitLink[];
}

export interface LimitsView {
  intro: string;
  timeOut: string | null;
  groups: { title: string; text: string; limits: LimitView[] }[];
  breaks: { title: string; cards: { title: string; text: string; link: { path: string; label: string } }[] };
  session: { title: string; facts: Fact[] };
}

const kinds = ['deposit', 'spend'] as const satisfies LimitKind[];

/** Returns the name of a limit, such as "Spending limit for a week". */
export const limitName = (
  { kind, period }: Pick<PlayerLimit, 'kind' | 'period'>,
  { t }: AccountWording,
): string => t(`account.limits.${kind}_${period}`);

/** Returns the query parameters that identify a limit in the URLs of the screens that change the limit. */
const queryOf = ({ kind, period }: PlayerLimit): string => `?kind=${kind}&period=${period}`;

export function limitsView(data: PlayerLimits, wording: AccountWording): LimitsView {
  const { t } = wording;
  return {
    intro: t('account.limits.intro'),
    timeOut: timeOutText(data, wording),
    groups: kinds.map((kind) => ({
      title: t(`account.limits.${kind}_title`),
      text: t(`account.limits.${kind}_text`),
      limits: data.limits
        .filter((limit) => limit.kind === kind)
        .map((limit) => limitView(limit, data, wording)),
    })),
    breaks: {
      title: t('account.limits.breaks_title'),
      cards: (['timeOut', 'exclude'] as const).map((name) => ({
        title: t(`account.page.${name}`),
        text: t(`account.limits.${name}_text`),
        link: { path: accountRoutes[name].path, label: t(`account.limits.${name}_link`) },
      })),
    },
    session: { title: t('account.limits.session_title'), facts: sessionFacts(data, wording) },
  };
}

export function limitView(limit: PlayerLimit, data: PlayerLimits, wording: AccountWording): LimitView {
  const { t } = wording;
  const { kind, period, amount } = limit;
  const show = (minor: number) => money(minor, data.currencyCode, wording);
  const link = (route: 'limitSet' | 'limitRemove', action: string): LimitLink => ({
    path: accountRoutes[route].path + queryOf(limit),
    label: t(`account.limits.${action}`),
    name: t(`account.limits.${action}_named`, { limit: limitName(limit, wording) }),
  });
  return {
    key: `${kind}-${period}`,
    title: t(`account.limits.${period}`),
    amount: amount === null ? t('account.limits.none') : show(amount),
    meter:
      amount === null
        ? null
        : {
            used: limit.used,
            amount,
            text: t('account.limits.used_of', { used: show(limit.used), limit: show(amount) }),
          },
    facts: limitFacts(limit, data, wording),
    waiting: waitingView(limit, data, wording),
    links:
      amount === null
        ? [link('limitSet', 'set')]
        : [link('limitSet', 'change'), link('limitRemove', 'remove')],
  };
}

/** Returns the used and the remaining amount of a limit, and the end of the limit's period. */
export function limitFacts(
  { used, left, endsAt }: PlayerLimit,
  { currencyCode }: PlayerLimits,
  wording: AccountWording,
): Fact[] {
  const { t } = wording;
  return [
    { label: t('account.limits.used'), text: money(used, currencyCode, wording) },
    ...(left === null ? [] : [{ label: t('account.limits.left'), text: money(left, currencyCode, wording) }]),
    { label: t('account.limits.ends'), text: formatMoment(endsAt, wording) },
  ];
}

function waitingView(
  limit: PlayerLimit,
  { asOf, currencyCode }: PlayerLimits,
  wording: AccountWording,
): LimitView['waiting'] {
  const { waiting } = limit;
  if (!waiting) return null;
  const { t } = wording;
  const isDue = Date.parse(waiting.effectiveAt) <= Date.parse(asOf);
  const what = waiting.amount === null ? 'removal' : 'raise';
  return {
    text: t(`account.limits.${isDue ? 'due' : 'waiting'}_${what}`, {
      amount: waiting.amount === null ? '' : money(waiting.amount, currencyCode, wording),
      from: formatMoment(waiting.effectiveAt, wording),
      until: formatMoment(waiting.expiresAt, wording),
    }),
    confirm: isDue
      ? {
          path: `${accountRoutes.limitConfirm.path}?limit=${waiting.limitId}`,
          label: t('account.limits.confirm'),
          name: t('account.limits.confirm_named', { limit: limitName(limit, wording) }),
        }
      : null,
  };
}

function sessionFacts({ currencyCode, session }: PlayerLimits, wording: AccountWording): Fact[] {
  const { t } = wording;
  const { startedAt, staked, won } = session;
  return [
    { label: t('account.limits.session_started'), text: formatMoment(startedAt, wording) },
    { label: t('account.limits.session_staked'), text: money(staked, currencyCode, wording) },
    { label: t('account.limits.session_won'), text: money(won, currencyCode, wording) },
    { label: t('account.limits.session_net'), text: change(won - staked, currencyCode, wording) },
  ];
}
