import { Link } from 'react-router-dom';
import { BreakBanner } from '../limits/BreakBanner.tsx';
import { type BreakView, loadBreak } from '../limits/load-break.ts';
import { ScreenContent, SkeletonCards } from '../ScreenContent.tsx';
import { type Screen, unanswered } from '../screen.ts';
import { type BalanceCard, type BalanceRow, type BalancesView, balancesView } from './balances-view.ts';

/** `/my-accounts/balances`: all balances of the player's wallet. */
export const balancesScreen: Screen = {
  async load(request) {
    const { call, wording } = request;
    const [result, pause] = await Promise.all([call('wallet', {}), loadBreak(request)]);
    if (result.kind !== 'ok') return unanswered(result, wording);
    return { kind: 'shown', view: { ...balancesView(result.data, wording), pause } };
  },
  Component: () => <ScreenContent Content={Balances} skeleton={<BalancesSkeleton />} />,
};

function Balances({ view: { cards, pause } }: { view: BalancesView & { pause: BreakView } }) {
  return (
    <>
      <BreakBanner {...pause} />
      <div className="balances">
        {cards.map((card) => (
          <Card key={card.name} card={card} />
        ))}
      </div>
    </>
  );
}

function Card({ card: { name, label, text, note, items, link } }: { card: BalanceCard }) {
  return (
    <section className={name === 'totalBalance' ? 'balance balance--total' : 'balance'}>
      <h3 className="balance__label">{label}</h3>
      <p className="balance__amount">{text}</p>
      <p className="balance__note">
        {note} {link ? <Link to={link.path}>{link.label}</Link> : null}
      </p>
      <Items items={items} />
    </section>
  );
}

function Items({ items }: { items: readonly BalanceRow[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="balance__items">
      {items.map((item) => (
        <li key={item.name}>
          <span>{item.label}</span> <strong>{item.text}</strong>
          <Items items={item.items} />
        </li>
      ))}
    </ul>
  );
}

function BalancesSkeleton() {
  return (
    <div className="balances">
      <SkeletonCards count={4} />
    </div>
  );
}
