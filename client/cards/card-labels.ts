import type { Translate } from '../../shared/translate.ts';

/** Texts of a result card. They are props, because islands render cards too and cannot read a context. */
export interface ResultCardLabels {
  /** Text of the download control, to which the card's title is appended. */
  download: string;
  /** Accessible name of the list of drawn numbers. */
  drawn: string;
  bonus: string;
  rollsOver: string;
  raffleTicket: string;
  series: string;
  /** Names of the drawn colours, by colorKey. */
  colors: Record<string, string>;
}

export interface UpcomingCardLabels {
  drawIn: string;
}

export const resultCardLabels = (t: Translate): ResultCardLabels => ({
  download: t('layout.card.download'),
  drawn: t('layout.card.drawn'),
  bonus: t('layout.card.bonus'),
  rollsOver: t('layout.card.rolls_over'),
  raffleTicket: t('layout.card.raffle_ticket'),
  series: t('layout.card.series'),
  colors: {
    red: t('layout.color.red'),
    green: t('layout.color.green'),
    violet: t('layout.color.violet'),
  },
});

export const upcomingCardLabels = (t: Translate): UpcomingCardLabels => ({
  drawIn: t('layout.card.draw_in'),
});
