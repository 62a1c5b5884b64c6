import type { UpcomingCard as Card } from '../../../shared/pages/cards.ts';
import { UpcomingCard, type UpcomingCardLabels } from '../../cards/UpcomingCard.tsx';
import { useLiveUpcoming } from '../../stores/live.ts';
import { Countdown, type CountdownLabels } from '../countdown/Countdown.tsx';

export interface UpcomingDrawsProps {
  /** One a game, in the order that they keep. */
  cards: Card[];
  labels: UpcomingCardLabels;
  countdown: CountdownLabels;
}

/** The next draw of each game; once it is drawn, the one after takes its place. */
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
