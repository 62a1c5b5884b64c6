import type { ResultCard as Card } from '../../../shared/pages/cards.ts';
import { ResultCard, type ResultCardLabels } from '../../cards/ResultCard.tsx';
import { useLiveResults } from '../../stores/live.ts';

export interface LatestResultsProps {
  /** One result for each game, in a fixed order. */
  cards: Card[];
  labels: ResultCardLabels;
}

/**
 * Shows the newest result of each game. A live result replaces the previous result with an animation, and a polite live
 * region announces it once. The live region also announces a correction, which has no animation.
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
