import type { HomePage } from '../../../shared/pages/home.ts';
import { resultCardLabels } from '../../cards/card-labels.ts';
import { Illustration } from '../../cards/Illustration.tsx';
import { countdownLabels } from '../../islands/countdown/countdown-labels.ts';
import { HeroDraw } from '../../islands/hero-draw/HeroDraw.tsx';
import { HeroResult } from '../../islands/hero-result/HeroResult.tsx';
import { Island } from '../../islands/island.tsx';
import { useFrame, useT } from '../../layout/Strings.tsx';
import { LinkButton } from '../../ui/Button.tsx';

/** Shows the next big draw: its prize, the time until it begins, and the result of the previous draw. */
export function Hero({ hero }: { hero: NonNullable<HomePage['hero']> }) {
  const t = useT();
  const { upcoming, title, text, latest } = hero;
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero__inner container">
        <Island
          className="hero__main"
          name="hero-draw"
          of={HeroDraw}
          when="visible"
          props={{
            upcoming,
            title,
            text,
            latestHref: latest?.card.href ?? null,
            words: {
              nextDraw: t('home.next_draw', { game: upcoming.gameName, draw: '{draw}' }),
              seeGame: t('home.see_game'),
              checkResult: t('home.check_result'),
            },
            countdown: countdownLabels(t),
          }}
        />
        {latest ? (
          <Island
            className="hero-result"
            name="hero-result"
            of={HeroResult}
            when="visible"
            props={{
              ...latest,
              labels: resultCardLabels(t),
              words: { latestResult: t('home.latest_result'), winners: t('page.draw.count') },
            }}
          />
        ) : (
          <Illustration name="jackpot" />
        )}
      </div>
    </section>
  );
}

/** Replaces the hero while the platform has not announced a draw. */
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
