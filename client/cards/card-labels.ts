import type { Translate } from '../../shared/translate.ts';

/** Texts of a result card. Islands render cards too and have no context, so the texts are props. */
export interface ResultCardLabels {
  /** Label of the download control, before the card's title. */
  download: string;
  /** Label of the list of drawn numbers. */
  drawn: string;
  bonus: string;
  rollsOver: string;
  raffleTicket: string;
  series: string;
  /** Names of the colours that a game draws, by colorKey. */
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
