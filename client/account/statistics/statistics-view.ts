import type { PlayerStatistics } from '../../../shared/contract/player-statistics.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { change, moment, money } from '../list/cells.ts';

/** One row of a table, with the two amounts that the plot beside the table shows. */
export interface PlayedView {
  key: string;
  label: string;
  purchases: string;
  stake: string;
  won: string;
  net: string;
  /** Amounts in minor units, for the lengths of the bars. */
  stakeMinor: number;
  wonMinor: number;
}

export interface StatisticsView {
  figures: { label: string; text: string; detail: string }[];
  months: PlayedView[];
  games: PlayedView[];
  texts: ReturnType<typeof statisticsTexts>;
  csvHref: string;
}

const statisticsTexts = ({ t }: AccountWording) => ({
  byMonth: t('account.statistics.by_month'),
  byGame: t('account.statistics.by_game'),
  month: t('summary.month'),
  game: t('summary.game'),
  purchases: t('summary.purchases'),
  staked: t('summary.staked'),
  won: t('summary.won'),
  net: t('summary.net'),
  csv: t('account.statistics.csv'),
  none: t('account.statistics.none'),
});

export function statisticsView(data: PlayerStatistics, wording: AccountWording): StatisticsView {
  const { t, locale, lang } = wording;
  const { currencyCode, total, open, biggestWin } = data;
  const amount = (minor: number) => money(minor, currencyCode, wording);
  const payments = ({ count }: { count: number }) => t('account.statistics.payments', { count });
  const monthFormat = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const played = (key: string, label: string, row: PlayerStatistics['total']): PlayedView => ({
    key,
    label,
    purchases: String(row.purchases),
    stake: amount(row.stake),
    won: amount(row.won),
    net: change(row.net, currencyCode, wording),
    stakeMinor: row.stake,
    wonMinor: row.won,
  });
  return {
    figures: [
      {
        label: t('summary.staked'),
        text: amount(total.stake),
        detail: purchasesText(total.purchases, wording),
      },
      { label: t('summary.won'), text: amount(total.won), detail: '' },
      { label: t('summary.net'), text: change(total.net, currencyCode, wording), detail: '' },
      {
        label: t('account.statistics.open'),
        text: amount(open.stake),
        detail: purchasesText(open.purchases, wording),
      },
      {
        label: t('account.statistics.biggest'),
        text: biggestWin ? amount(biggestWin.amount) : '–',
        detail: biggestWin ? `${biggestWin.gameName} · ${moment(biggestWin.drawStartDate, wording)}` : '',
      },
      {
        label: t('account.page.deposits'),
        text: amount(data.deposited.amount),
        detail: payments(data.deposited),
      },
      {
        label: t('account.page.withdrawals'),
        text: amount(data.withdrawn.amount),
        detail: payments(data.withdrawn),
      },
    ],
    months: withoutEarlyMonths(data.byMonth).map((row) =>
      played(row.month, monthFormat.format(new Date(`${row.month}-01T00:00:00Z`)), row),
    ),
    games: data.byGame.map((row) => played(row.gameId, row.gameName, row)),
    texts: statisticsTexts(wording),
    csvHref: `/api/transaction/getPlayerStatistics.csv?lang=${lang}`,
  };
}

/** Drops the months before the player's first ticket. For these months, plot and table would show only zeros. */
function withoutEarlyMonths(newestFirst: PlayerStatistics['byMonth']): PlayerStatistics['byMonth'] {
  const first = newestFirst.findLastIndex(({ purchases }) => purchases > 0);
  return newestFirst.slice(0, Math.max(0, first) + 1);
}

const purchasesText = (count: number, { t }: AccountWording): string =>
  t('account.statistics.purchases', { count });
