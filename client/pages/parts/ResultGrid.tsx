import type { ResultCard as Card } from '../../../shared/pages/cards.ts';
import { resultCardLabels } from '../../cards/card-labels.ts';
import { ResultCard } from '../../cards/ResultCard.tsx';
import { useT } from '../../layout/Strings.tsx';

/** Shows the results that the page's URL selects. They do not change while the page is open. */
export function ResultGrid({ cards }: { cards: Card[] }) {
  const labels = resultCardLabels(useT());
  return (
    <ul className="card-grid">
      {cards.map((card) => (
        <li key={card.drawId}>
          <ResultCard card={card} labels={labels} />
        </li>
      ))}
    </ul>
  );
}
