import { Link } from 'react-router-dom';
import { FactList } from '../FactList.tsx';
import { FigureList } from '../FigureList.tsx';
import { ScreenContent, SkeletonCards } from '../ScreenContent.tsx';
import { type Screen, unanswered } from '../screen.ts';
import { type BonusCard, type BonusView, bonusView } from './bonus-view.ts';

/**
 * `/bonus`: the player's bonuses, with their conditions and expiry. After a signup with a promo code, this page opens.
 */
export const bonusScreen: Screen = {
  async load({ call, wording }) {
    const [bonuses, wallet] = await Promise.all([call('campaign/getBonuses', {}), call('wallet', {})]);
    if (bonuses.kind !== 'ok') return unanswered(bonuses, wording);
    if (wallet.kind !== 'ok') return unanswered(wallet, wording);
    return { kind: 'shown', view: bonusView(bonuses.data, wallet.data, wording) };
  },
  Component: () => <ScreenContent Content={Bonuses} skeleton={<BonusSkeleton />} />,
};

function Bonuses({ view }: { view: BonusView }) {
  const { figures, cards, empty, howTitle, how, links, promotions } = view;
  return (
    <div className="bonuses">
      <FigureList figures={figures} />
      {cards.length > 0 ? (
        <ul className="bonuses__cards">
          {cards.map((card) => (
            <Card key={card.key} card={card} />
          ))}
        </ul>
      ) : (
        <div className="list__empty">
          <h3>{empty.title}</h3>
          <p>{empty.text}</p>
          <a className="button button--primary" href={promotions.href}>
            {promotions.label}
          </a>
        </div>
      )}
      <section className="bonuses__how">
        <h3>{howTitle}</h3>
        <ul>
          {how.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p className="bonuses__links">
          {links.map(({ label, path }) => (
            <Link key={path} to={path}>
              {label}
            </Link>
          ))}
          {cards.length > 0 ? <a href={promotions.href}>{promotions.label}</a> : null}
        </p>
      </section>
    </div>
  );
}

function Card({ card }: { card: BonusCard }) {
  const { title, state, tone, amount, amountNote, facts, progress, steps, next, link } = card;
  return (
    <li className="bonus">
      <div className="bonus__head">
        <h3>{title}</h3>
        <span className={`list__state list__state--${tone}`}>{state}</span>
      </div>
      <p className="bonus__amount">{amount}</p>
      {amountNote ? <p className="bonus__note">{amountNote}</p> : null}
      <FactList className="bonus__facts" facts={facts} />
      {progress ? (
        <label className="bonus__progress">
          <span>{progress.label}</span>
          <progress value={progress.value} max={progress.max} />
        </label>
      ) : null}
      {steps.length > 0 ? (
        <ul className="checklist">
          {steps.map(({ text, isDone, mark }) => (
            <li
              key={text}
              className={isDone ? 'checklist__entry checklist__entry--done' : 'checklist__entry'}
            >
              <span>
                {text} <span className="visually-hidden">{mark}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="bonus__next">{next}</p>
      {link ? (
        <Link className="button button--secondary" to={link.path}>
          {link.label}
        </Link>
      ) : null}
    </li>
  );
}

function BonusSkeleton() {
  return (
    <div className="bonuses">
      <span className="skeleton list__skeleton-row" />
      <SkeletonCards count={2} />
    </div>
  );
}
