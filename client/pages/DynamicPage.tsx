import type { DynamicPage as DynamicPageProps } from '../../shared/pages/dynamic-page.ts';
import { upcomingCardLabels } from '../cards/card-labels.ts';
import { countdownLabels } from '../islands/countdown/countdown-labels.ts';
import { Island } from '../islands/island.tsx';
import { UpcomingDraws } from '../islands/upcoming-draws/UpcomingDraws.tsx';
import { useFrame, useT } from '../layout/Strings.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Choices } from './parts/Choices.tsx';
import { EmptyState } from './parts/EmptyState.tsx';
import { PageHead } from './parts/PageHead.tsx';
import { ResultGrid } from './parts/ResultGrid.tsx';

/** Shows one of the configured widgets, with links to the other widgets. */
export function DynamicPage({ page }: { page: DynamicPageProps }) {
  const t = useT();
  const { description } = useFrame();
  const { title, widgets, days } = page;
  return (
    <>
      <PageHead
        title={title}
        lead={description}
        below={
          <>
            <Choices label={t('widget.choose')} links={widgets} />
            {days.length > 0 ? <Choices label={t('widget.days')} links={days} /> : null}
          </>
        }
      />
      <Shown page={page} />
    </>
  );
}

function Shown({ page: { title, shown } }: { page: DynamicPageProps }) {
  const t = useT();
  const { langPrefix } = useFrame();
  if (shown.cards.length === 0)
    return (
      <div className="container">
        <EmptyState picture="calendar" title={t('widget.none_title')} text={t('widget.none_text')}>
          <LinkButton href={`${langPrefix}/results`}>{t('menu.results')}</LinkButton>
        </EmptyState>
      </div>
    );
  return (
    <section className="section container" aria-labelledby="widget">
      {/* Hide this heading visually, because the page's head already shows the same title. */}
      <h2 className="visually-hidden" id="widget">
        {title}
      </h2>
      {shown.kind === 'results' ? (
        <ResultGrid cards={shown.cards} />
      ) : (
        <Island
          name="upcoming-draws"
          of={UpcomingDraws}
          when="visible"
          props={{ cards: shown.cards, labels: upcomingCardLabels(t), countdown: countdownLabels(t) }}
        />
      )}
    </section>
  );
}
