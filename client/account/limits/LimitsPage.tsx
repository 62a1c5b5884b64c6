import { Link } from 'react-router-dom';
import { FactList } from '../FactList.tsx';
import { ScreenContent, SkeletonCards } from '../ScreenContent.tsx';
import { type Screen, unanswered } from '../screen.ts';
import { BreakBanner } from './BreakBanner.tsx';
import { type LimitLink, type LimitsView, type LimitView, limitsView } from './limits-view.ts';

/** `/my-accounts/limits`: the player's limits with their used amounts, and the ways to take a break. */
export const limitsScreen: Screen = {
  async load({ call, wording }) {
    const result = await call('limits/get', {});
    if (result.kind !== 'ok') return unanswered(result, wording);
    return { kind: 'shown', view: limitsView(result.data, wording) };
  },
  Component: () => <ScreenContent Content={Limits} skeleton={<SkeletonCards count={3} />} />,
};

function Limits({ view: { intro, timeOut, groups, breaks, session } }: { view: LimitsView }) {
  return (
    <div className="limits">
      <BreakBanner text={timeOut} />
      <p className="limits__text">{intro}</p>
      {groups.map(({ title, text, limits }) => (
        <section key={title}>
          <h3 className="limits__title">{title}</h3>
          <p className="limits__text">{text}</p>
          <ul className="limits__list">
            {limits.map((limit) => (
              <Limit key={limit.key} view={limit} />
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h3 className="limits__title">{breaks.title}</h3>
        <div className="limits__list">
          {breaks.cards.map(({ title, text, link }) => (
            <div key={title} className="limit">
              <h4 className="limit__title">{title}</h4>
              <p className="limit__text">{text}</p>
              <p className="limit__links">
                <Link className="button button--secondary" to={link.path}>
                  {link.label}
                </Link>
              </p>
            </div>
          ))}
        </div>
      </section>
      <section>
        <h3 className="limits__title">{session.title}</h3>
        <FactList className="limit__facts limits__session" facts={session.facts} />
      </section>
    </div>
  );
}

function Limit({ view: { title, amount, meter, facts, waiting, links } }: { view: LimitView }) {
  return (
    <li className="limit">
      <h4 className="limit__title">{title}</h4>
      <p className="limit__amount">{amount}</p>
      {meter ? (
        <progress className="limit__meter" value={meter.used} max={meter.amount} aria-label={meter.text} />
      ) : null}
      <FactList className="limit__facts" facts={facts} />
      {waiting ? (
        <div className="limit__waiting">
          <p>{waiting.text}</p>
          {waiting.confirm ? <Action link={waiting.confirm} look="primary" /> : null}
        </div>
      ) : null}
      <p className="limit__links">
        {links.map((link) => (
          <Action key={link.path} link={link} look="secondary" />
        ))}
      </p>
    </li>
  );
}

function Action({ link: { path, label, name }, look }: { link: LimitLink; look: 'primary' | 'secondary' }) {
  return (
    <Link className={`button button--${look}`} to={path} aria-label={name}>
      {label}
    </Link>
  );
}
