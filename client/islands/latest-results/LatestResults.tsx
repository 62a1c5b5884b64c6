import type { ResultCard as Card } from '../../../shared/pages/cards.ts';
import { ResultCard, type ResultCardLabels } from '../../cards/ResultCard.tsx';
import { useLiveResults } from '../../stores/live.ts';

export interface LatestResultsProps {
  /** One for each game, in their fixed order. */
  cards: Card[];
  labels: ResultCardLabels;
}

/**
 * The newest result of each game. A result that arrives replaces the previous one, is animated, and is announced once
 * through a polite live region. A correction is announced and not animated.
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
