import type { ReactNode } from 'react';
import type { UpcomingCard as Card } from '../../shared/pages/cards.ts';
import type { UpcomingCardLabels } from './card-labels.ts';
import { GameEmblem } from './GameEmblem.tsx';

export type { UpcomingCardLabels } from './card-labels.ts';

/** The next draw of a game with its prize and its start. `countdown` is the element that shows the remaining time. */
export function UpcomingCard({
  card,
  labels,
  countdown,
}: {
  card: Card;
  labels: UpcomingCardLabels;
  countdown: ReactNode;
}) {
  return (
    <article className="upcoming-card" data-accent={card.accent}>
      <div className="upcoming-card__head">
        <GameEmblem name={card.iconName} accent={card.accent} />
        <div>
          <h3 className="upcoming-card__title">
            <a href={card.gameHref}>{card.gameName}</a>
          </h3>
          <p className="upcoming-card__meta">{card.scheduleText}</p>
        </div>
      </div>
      <p className="upcoming-card__money">{card.jackpotText}</p>
      <p className="upcoming-card__label">{card.jackpotLabel}</p>
      <div className="upcoming-card__foot">
        <span className="upcoming-card__in">{labels.drawIn}</span>
        {countdown}
      </div>
    </article>
  );
}
