import type { ResultCard as Card } from '../../../shared/pages/cards.ts';
import { ResultCard, type ResultCardLabels } from '../../cards/ResultCard.tsx';
import { useLiveResults } from '../../stores/live.ts';

export interface LatestResultsProps {
  /** One a game, in the order that they keep. */
  cards: Card[];
  labels: ResultCardLabels;
}

/**
 * The newest result of each game. One that arrives while the page is open takes the place of the one before,
 * draws itself in, and is read out once, politely. One that was corrected is read out too, and does not play as new.
 */
export function LatestResults({ cards, labels }: LatestResultsProps) {
  const results = useLiveResults(cards);
  return (
    <>
      <ul className="result-grid">
        {results.map(({ card, isFresh }) => (
          <li key={card.gameId}>
            <ResultCard key={card.drawId} card={card} labels={labels} isFresh={isFresh} />
          </li>
        ))}
      </ul>
      <div className="visually-hidden" aria-live="polite" aria-atomic="false">
        {results.map(({ card, isNews }) =>
          isNews ? <p key={`${card.drawId} ${card.revision}`}>{card.announcement}</p> : null,
        )}
      </div>
    </>
  );
}
