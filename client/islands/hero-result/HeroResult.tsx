import type { ResultCard } from '../../../shared/pages/cards.ts';
import { CorrectionNote } from '../../cards/CorrectionNote.tsx';
import type { ResultCardLabels } from '../../cards/card-labels.ts';
import { Drawn } from '../../cards/Drawn.tsx';
import { useLiveResults } from '../../stores/live.ts';

export interface HeroResultProps {
  card: ResultCard;
  rows: { label: string; text: string }[];
  labels: ResultCardLabels;
  words: { latestResult: string; winners: string };
}

/**
 * Shows the latest result of the game that has the next big draw. When a live result replaces it, only the top prize
 * and the number of winners are shown, because live results contain no other facts.
 */
export function HeroResult({ card, rows, labels, words }: HeroResultProps) {
  const [newest = { card, isNews: false, isFresh: false }] = useLiveResults([card]);
  const { topPrize, winnersText, rollsOver } = newest.card;
  const shown = newest.isNews
    ? [
        { label: topPrize.label, text: rollsOver ? labels.rollsOver : topPrize.text },
        { label: words.winners, text: winnersText },
      ]
    : rows;
  return (
    <section aria-labelledby="hero-result" className={newest.isFresh ? 'is-fresh' : undefined}>
      <div className="hero-result__head">
        <h2 id="hero-result">{words.latestResult}</h2>
        <time dateTime={newest.card.drawnAt}>{newest.card.dateText}</time>
      </div>
      <Drawn key={newest.card.drawId} card={newest.card} labels={labels} />
      {newest.card.correction ? <CorrectionNote correction={newest.card.correction} /> : null}
      <dl className="hero-result__rows">
        {shown.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
