import { Fragment } from 'react';
import type { DrawnMark, ResultCard } from '../../shared/pages/cards.ts';
import type { ResultCardLabels } from './card-labels.ts';

interface DrawnProps {
  card: Pick<ResultCard, 'type' | 'numbers'>;
  labels: ResultCardLabels;
}

/** Renders a drawn result as a picture, in one of seven designs for the seven result types. */
export function Drawn({ card, labels }: DrawnProps) {
  const { type, numbers } = card;
  if (type === 5) return <RaffleTicket numbers={numbers} labels={labels} />;
  if (type === 7) return <ColorNumber numbers={numbers} labels={labels} />;
  return (
    <ul className={`drawn drawn--${looks[type]}`} aria-label={labels.drawn}>
      {numbers.map((mark, place) => (
        <li className={mark.role === 'bonus' ? 'is-bonus' : undefined} key={place}>
          {mark.role === 'bonus' ? <span className="visually-hidden">{labels.bonus} </span> : null}
          {mark.image === null ? (
            mark.text
          ) : (
            <img src={mark.image} width="56" height="56" loading="lazy" alt={mark.text} />
          )}
        </li>
      ))}
    </ul>
  );
}

const looks = { 1: 'balls', 2: 'digits', 3: 'balls', 4: 'grid', 6: 'symbols' } as const;

const withRole = (numbers: DrawnMark[], role: DrawnMark['role']): DrawnMark | undefined =>
  numbers.find((mark) => mark.role === role);

/** The winning ticket of a raffle's first prize. */
function RaffleTicket({ numbers, labels }: { numbers: DrawnMark[]; labels: ResultCardLabels }) {
  const series = withRole(numbers, 'series');
  return (
    <div className="drawn drawn--ticket">
      <p className="drawn__caption">
        {labels.raffleTicket}
        {series ? ` · ${labels.series} ${series.text}` : ''}
      </p>
      <p className="drawn__ticket">
        {numbers.map((mark, place) => (
          <Fragment key={place}>
            <span>{mark.text}</span>{' '}
          </Fragment>
        ))}
      </p>
    </div>
  );
}

/** One large number in its colour. The colour's name is written too, for players who cannot see colours. */
function ColorNumber({ numbers, labels }: { numbers: DrawnMark[]; labels: ResultCardLabels }) {
  const number = withRole(numbers, 'main');
  const color = withRole(numbers, 'color');
  const key = color?.colorKey ?? number?.colorKey ?? '';
  return (
    <p className="drawn drawn--color" data-color={key}>
      <span className="drawn__number">{number?.text}</span>{' '}
      {color ? <span className="drawn__chip">{labels.colors[key] ?? color.text}</span> : null}
    </p>
  );
}
