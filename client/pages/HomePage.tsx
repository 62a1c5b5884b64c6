import type { HomePage as HomePageProps } from '../../shared/pages/home.ts';
import { resultCardLabels, upcomingCardLabels } from '../cards/card-labels.ts';
import { countdownLabels } from '../islands/countdown/countdown-labels.ts';
import { Island } from '../islands/island.tsx';
import { LatestResults } from '../islands/latest-results/LatestResults.tsx';
import { UpcomingDraws } from '../islands/upcoming-draws/UpcomingDraws.tsx';
import { useFrame, useT } from '../layout/Strings.tsx';
import { publisherOf, StructuredData } from '../layout/StructuredData.tsx';
import { Figures } from '../ui/Figures.tsx';
import { SampleNotice } from '../ui/SampleNotice.tsx';
import { Section } from '../ui/Section.tsx';
import { Blocks } from './home/Blocks.tsx';
import { Hero, PlainHero } from './home/Hero.tsx';
import { Winners } from './home/Winners.tsx';
import { EmptyState } from './parts/EmptyState.tsx';
import { Teasers } from './parts/Teasers.tsx';

/**
 * Shows the next draws, the latest results, the winners and the texts of the home page. A part without data is omitted.
 */
export function HomePage({ page }: { page: HomePageProps }) {
  const t = useT();
  const { lang, langPrefix } = useFrame();
  const siteName = t('site.name');
  const { hero, upcoming, results, winners, figures, promotions, blogs, blocks } = page;
  return (
    <>
      <StructuredData of={(addressOf) => publisherOf(siteName, addressOf)} />
      <StructuredData
        of={(_, canonical) => ({ '@type': 'WebSite', name: siteName, url: canonical, inLanguage: lang })}
      />
      {hero ? <Hero hero={hero} /> : <PlainHero />}
      {upcoming.length > 0 ? (
        <Section
          id="upcoming"
          title={t('home.upcoming')}
          more={{ href: `${langPrefix}/games`, text: t('home.all_games') }}
        >
          <Island
            name="upcoming-draws"
            of={UpcomingDraws}
            when="visible"
            props={{ cards: upcoming, labels: upcomingCardLabels(t), countdown: countdownLabels(t) }}
          />
        </Section>
      ) : null}
      {results.length > 0 ? (
        <Section
          id="latest"
          title={t('home.latest')}
          more={{ href: `${langPrefix}/results`, text: t('home.every_result') }}
        >
          <Island
            name="latest-results"
            of={LatestResults}
            // Hydrate when the browser is idle, instead of when the cards become visible. Screen readers announce new
            // results even while the cards are out of view.
            when="idle"
            props={{ cards: results, labels: resultCardLabels(t) }}
          />
        </Section>
      ) : (
        <div className="container">
          <EmptyState picture="calendar" title={t('home.no_results')} text={t('home.no_results_text')} />
        </div>
      )}
      <Figures figures={figures} label={t('home.figures')} />
      {page.isSample ? <SampleNotice /> : null}
      <Blocks blocks={blocks} />
      {winners.length > 0 ? (
        <Section
          id="winners"
          title={t('home.winners')}
          more={{ href: `${langPrefix}/winners`, text: t('home.all_winners') }}
        >
          <Winners rows={winners} />
        </Section>
      ) : null}
      {promotions.length > 0 ? (
        <Section
          id="promotions"
          title={t('home.promotions')}
          more={{ href: `${langPrefix}/promotions`, text: t('home.all_promotions') }}
        >
          <Teasers items={promotions} level={3} />
        </Section>
      ) : null}
      {blogs.length > 0 ? (
        <Section
          id="blogs"
          title={t('home.blogs')}
          more={{ href: `${langPrefix}/blogs`, text: t('home.all_blogs') }}
        >
          <Teasers items={blogs} level={3} />
        </Section>
      ) : null}
    </>
  );
}
