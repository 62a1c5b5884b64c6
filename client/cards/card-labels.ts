import type { Translate } from '../../shared/translate.ts';

/**
 * Texts of a result card. They are props, because cards are also rendered in islands, which have no context.
 */
export interface ResultCardLabels {
  /** Name of the download control; the card's title is added. */
  download: string;
  /** Names the list of what was drawn. */
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
