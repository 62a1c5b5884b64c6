import type { DaySheet, ResultsPage as ResultsPageProps } from '../../shared/pages/results.ts';
import { resources } from '../../shared/resources.ts';
import { GameEmblem } from '../cards/GameEmblem.tsx';
import { useFrame, useT } from '../layout/Strings.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Choices } from './parts/Choices.tsx';
import { EmptyState } from './parts/EmptyState.tsx';
import { GoodToKnow } from './parts/GoodToKnow.tsx';
import { PageHead } from './parts/PageHead.tsx';
import { PrizeTables } from './parts/PrizeTable.tsx';
import { ResultGrid } from './parts/ResultGrid.tsx';
import { FilterForm } from './results/FilterForm.tsx';

/**
 * Shows results by game and day. The filter is part of the address, so that filtered pages can be linked and
 * bookmarked.
 */
export function ResultsPage({ page }: { page: ResultsPageProps }) {
  const t = useT();
  const frame = useFrame();
  const { filter, groups } = page;
  const resultsHref = `${frame.langPrefix}/results`;
  const chosen = filter.games.find(({ value }) => value !== '' && value === filter.game);
  return (
    <>
      <PageHead
        title={chosen ? t('page.results.title_of', { game: chosen.label }) : t('page.results.title')}
        lead={frame.description}
        below={
          <>
            <Choices label={t('page.game.selector')} links={page.gameLinks} />
            <Choices label={t('page.results.days')} links={page.dayLinks} />
          </>
        }
        {...(chosen
          ? { trail: [{ label: t('page.results.title'), href: resultsHref }], current: chosen.label }
          : {})}
      />
      <div className="container results-filter">
        <details className="filter-fold" open={filter.errors.length > 0}>
          <summary>{t('page.results.filter')}</summary>
          <FilterForm action={resultsHref} filter={filter} />
        </details>
        <p className="results-check">
          <a href={`${frame.langPrefix}${resources.check.path}${chosen ? `?game=${chosen.value}` : ''}`}>
            {t('check.link')}
          </a>
        </p>
      </div>
      {groups.map((group) => (
        <ResultsGroup key={group.game.gameId} group={group} />
      ))}
      {groups.length === 0 && filter.errors.length === 0 ? (
        <div className="container">
          <EmptyState
            picture="calendar"
            title={t('page.results.none_title')}
            text={t('page.results.none_text')}
          >
            <LinkButton href={resultsHref}>{t('page.results.none_action')}</LinkButton>
          </EmptyState>
        </div>
      ) : null}
      <Pager page={page} />
      <GoodToKnow block={page.intro} />
    </>
  );
}

function ResultsGroup({ group }: { group: ResultsPageProps['groups'][number] }) {
  const t = useT();
  const { game, cards, sheets, more } = group;
  const titleId = `results-${game.gameId}`;
  return (
    <section
      className={more ? 'results-group results-group--more' : 'results-group'}
      aria-labelledby={titleId}
    >
      <div className="container">
        <div className="group-head">
          <GameEmblem name={game.iconName} accent={game.accent} />
          <h2 className="group-head__title" id={titleId}>
            <a href={game.gameHref}>{game.gameName}</a>
          </h2>
          {more ? (
            <a
              className={more.isSheet ? 'section__more results-group__all' : 'section__more'}
              href={more.href}
            >
              {t(more.isSheet ? 'page.results.more_sheet' : 'page.results.more', { game: game.gameName })}{' '}
              <span aria-hidden="true">→</span>
            </a>
          ) : null}
        </div>
        {cards.length > 0 ? <ResultGrid cards={cards} /> : null}
        {sheets.map((sheet) => (
          <Sheet key={sheet.title} sheet={sheet} />
        ))}
      </div>
    </section>
  );
}

/** Shows draws of a day in one table, which takes less height on a phone and on paper than one card for each draw. */
function Sheet({ sheet }: { sheet: DaySheet }) {
  const t = useT();
  return (
    <div className="panel results-sheet">
      <h3 className="panel__title">{sheet.title}</h3>
      <PrizeTables
        chunks={[
          sheet.rows.map(({ href, time, draw, numbers, prize }) => ({
            name: time,
            match: draw,
            href,
            cells: [numbers, prize],
          })),
        ]}
        columns={[t('page.results.sheet_draw'), t('page.results.sheet_numbers'), t('card.first_prize')]}
        captionOf={() => sheet.title}
      />
    </div>
  );
}

function Pager({ page }: { page: ResultsPageProps }) {
  const t = useT();
  if (!page.nextHref && !page.firstHref) return null;
  return (
    <nav className="pager container" aria-label={t('page.results.pages')}>
      {page.firstHref ? (
        <LinkButton look="secondary" href={page.firstHref}>
          <span aria-hidden="true">←</span> {t('page.results.newest')}
        </LinkButton>
      ) : null}
      {page.nextHref ? (
        <LinkButton look="secondary" rel="next" href={page.nextHref}>
          {t('page.results.older')} <span aria-hidden="true">→</span>
        </LinkButton>
      ) : null}
    </nav>
  );
}
