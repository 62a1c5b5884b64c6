import type { UpcomingCard as Card } from '../../../shared/pages/cards.ts';
import { UpcomingCard, type UpcomingCardLabels } from '../../cards/UpcomingCard.tsx';
import { useLiveUpcoming } from '../../stores/live.ts';
import { Countdown, type CountdownLabels } from '../countdown/Countdown.tsx';

export interface UpcomingDrawsProps {
  /** One draw for each game, in a fixed order. */
  cards: Card[];
  labels: UpcomingCardLabels;
  countdown: CountdownLabels;
}

/** Shows the next draw of each game. After a draw has taken place, the following draw of its game replaces it. */
export function UpcomingDraws({ cards, labels, countdown }: UpcomingDrawsProps) {
  return (
    <ul className="upcoming-row">
      {useLiveUpcoming(cards).map((card) => (
        <li key={card.gameId}>
          <UpcomingCard
            key={card.drawId}
            card={card}
            labels={labels}
            countdown={
              <Countdown
                variant="chip"
                startsAt={card.startsAt}
                startsText={card.startsText}
                labels={countdown}
              />
            }
          />
        </li>
      ))}
    </ul>
  );
}
