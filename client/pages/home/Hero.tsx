import type { HomePage } from '../../../shared/view/pages.ts';
import { resultCardLabels } from '../../cards/card-labels.ts';
import { Drawn } from '../../cards/Drawn.tsx';
import { Illustration } from '../../cards/Illustration.tsx';
import { Countdown } from '../../islands/countdown/Countdown.tsx';
import { countdownLabels } from '../../islands/countdown/countdown-labels.ts';
import { Island } from '../../islands/island.tsx';
import { useFrame, useT } from '../../layout/Strings.tsx';
import { LinkButton } from '../../ui/Button.tsx';

type HeroProps = NonNullable<HomePage['hero']>;

/** From so many characters on the amount needs a smaller type to stay on one line of a telephone. */
const longAmount = 14;

/** The next big draw: what can be won, how long it is until then, and how it went last time. */
export function Hero({ hero }: { hero: HeroProps }) {
  const t = useT();
  const { upcoming, latest } = hero;
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero__inner container">
        <div className="hero__main">
          <h1 id="hero-title">
            <span className="hero__kicker">
              {t('home.next_draw', { game: upcoming.gameName, draw: upcoming.drawText })}
            </span>{' '}
            <span
              className={hero.title.length < longAmount ? 'hero__amount' : 'hero__amount hero__amount--long'}
            >
              {hero.title}
            </span>
          </h1>
          {hero.text ? <p className="hero__text">{hero.text}</p> : null}
          <Island
            className="hero__countdown"
            name="countdown"
            of={Countdown}
            when="visible"
            props={{
              startsAt: upcoming.startsAt,
              startsText: upcoming.startsText,
              variant: 'hero',
              labels: countdownLabels(t),
            }}
          />
          <p className="hero__actions">
            <LinkButton href={upcoming.gameHref}>{t('home.see_game')}</LinkButton>
            {latest ? (
              <LinkButton href={latest.card.href} look="secondary">
                {t('home.check_result')}
              </LinkButton>
            ) : null}
          </p>
        </div>
        {latest ? <HeroResult latest={latest} /> : <Illustration name="jackpot" />}
      </div>
    </section>
  );
}

function HeroResult({ latest }: { latest: NonNullable<HeroProps['latest']> }) {
  const t = useT();
  const { card, rows } = latest;
  return (
    <section className="hero-result" aria-labelledby="hero-result">
      <div className="hero-result__head">
        <h2 id="hero-result">{t('home.latest_result')}</h2>
        <time dateTime={card.drawnAt}>{card.dateText}</time>
      </div>
      <Drawn card={card} labels={resultCardLabels(t)} />
      <dl className="hero-result__rows">
        {rows.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Before the platform has announced a draw. */
export function PlainHero() {
  const t = useT();
  const { langPrefix } = useFrame();
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero__inner container">
        <div className="hero__main">
          <h1 className="hero__title" id="hero-title">
            {t('home.title')}
          </h1>
          <p className="hero__text">{t('home.no_draw')}</p>
          <p className="hero__actions">
            <LinkButton href={`${langPrefix}/games`}>{t('home.see_games')}</LinkButton>
            <LinkButton href={`${langPrefix}/results`} look="secondary">
              {t('home.every_result')}
            </LinkButton>
          </p>
        </div>
        <Illustration name="balls" />
      </div>
    </section>
  );
}
