import { Fragment } from 'react';
import type { GamePage as GamePageProps } from '../../shared/pages/game.ts';
import { resources } from '../../shared/resources.ts';
import { Illustration } from '../cards/Illustration.tsx';
import { Island } from '../islands/island.tsx';
import { Play } from '../islands/play/Play.tsx';
import { useFrame, useT } from '../layout/Strings.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Section } from '../ui/Section.tsx';
import { DrawEvent } from './parts/DrawEvent.tsx';
import { Facts } from './parts/Facts.tsx';
import { NextDrawCountdown } from './parts/NextDrawCountdown.tsx';
import { PageHead } from './parts/PageHead.tsx';
import { PrizeTables } from './parts/PrizeTable.tsx';
import { hasText, Prose } from './parts/Prose.tsx';
import { ResultGrid } from './parts/ResultGrid.tsx';

export function GamePage({ page }: { page: GamePageProps }) {
  const t = useT();
  const { langPrefix } = useFrame();
  const { game, results, upcoming } = page;
  return (
    <>
      <PageHead
        trail={[{ label: t('menu.games'), href: `${langPrefix}/games` }]}
        title={game.gameName}
        lead={game.description}
        aside={<Illustration name={game.iconName} />}
        below={<GameSelector page={page} />}
      />
      {upcoming ? (
        <DrawEvent
          name={`${game.gameName}, ${upcoming.drawText}`}
          description={game.description}
          startsAt={upcoming.startsAt}
        />
      ) : null}
      <div className="game container">
        <NextDraw page={page} />
        <div className="game__main">
          <Prizes page={page} />
          {page.play ? <Island name="play" of={Play} when="idle" props={{ view: page.play }} /> : null}
          {hasText(page.html) ? (
            <section className="panel" aria-label={t('page.game.rules')}>
              <Prose html={page.html} tableLabel={t('page.table')} />
            </section>
          ) : null}
        </div>
        <OnSale page={page} />
        <Files page={page} />
      </div>
      {results.length > 0 ? (
        <Section
          id="latest"
          title={t('page.game.latest')}
          more={{ href: page.resultsHref, text: t('page.game.all_results') }}
        >
          <ResultGrid cards={results} />
        </Section>
      ) : null}
    </>
  );
}

function Prizes({ page }: { page: GamePageProps }) {
  const t = useT();
  const { langPrefix } = useFrame();
  const { game, returns } = page;
  const groups = page.prizes.filter(({ rows }) => rows.length > 0);
  if (groups.length === 0) return null;
  const table = ({ title, rows }: GamePageProps['prizes'][number]) => (
    <PrizeTables
      chunks={[rows.map(({ name, match, amount, odds }) => ({ name, match, cells: [amount, odds] }))]}
      columns={[t('page.game.prize'), t('page.game.amount'), t('page.game.odds')]}
      captionOf={() => [t('page.game.table', { game: game.gameName }), title].filter(Boolean).join(', ')}
    />
  );
  return (
    <section className="panel" id="prizes" aria-labelledby="prizes-title">
      <h2 className="panel__title" id="prizes-title">
        {t('page.game.prizes')}
      </h2>
      {groups.length === 1 ? (
        groups.map((group) => <Fragment key="all">{table(group)}</Fragment>)
      ) : (
        <fieldset className="game__spots">
          <legend className="visually-hidden">{t('page.game.spots')}</legend>
          {groups.map((group, index) => (
            <Fragment key={index}>
              <label>
                <input type="radio" name="spots" defaultChecked={index === 0} />
                {group.title}
              </label>
              <div>{table(group)}</div>
            </Fragment>
          ))}
        </fieldset>
      )}
      <p className="panel__note">{t('page.game.odds_note')}</p>
      <p className="game__links">
        <a className="section__more" href={page.statisticsHref}>
          {t('draw_statistics.title', { game: game.gameName })}
        </a>{' '}
        <a className="section__more" href={`${langPrefix}${resources.check.path}?game=${game.gameId}`}>
          {t('check.link_game', { game: game.gameName })}
        </a>
      </p>
      {returns.length > 0 ? (
        <>
          <h3 className="game__subtitle">{t('game_page.returns')}</h3>
          <Facts facts={returns} />
          <p className="panel__note">{t('game_page.returns_note')}</p>
        </>
      ) : null}
    </section>
  );
}

/** Shows links to all games, and marks the current game. */
function GameSelector({ page }: { page: GamePageProps }) {
  const t = useT();
  return (
    <nav aria-label={t('page.game.selector')}>
      <ul className="game-selector">
        {page.games.map((game) => (
          <li key={game.gameId}>
            <a
              className="game-selector__link"
              href={game.gameHref}
              {...(game.gameId === page.game.gameId ? { 'aria-current': 'page' as const } : {})}
            >
              {game.gameName}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shows the commitment (the hash of the secret seed) of every draw on sale. Buyers can save it before the draw. */
function OnSale({ page }: { page: GamePageProps }) {
  const t = useT();
  const { langPrefix } = useFrame();
  if (page.onSale.length === 0) return null;
  return (
    <section className="panel game__on-sale" id="on-sale" aria-labelledby="on-sale-title">
      <h2 className="panel__title" id="on-sale-title">
        {t('game_page.on_sale')}
      </h2>
      <p>
        {t('game_page.on_sale_text')} <a href={`${langPrefix}/fairness`}>{t('proof.how')}</a>
      </p>
      {page.onSale.map(({ drawId, title, facts }, index) => (
        <details className="game__draw" key={drawId} open={index === 0}>
          <summary>{title}</summary>
          <Facts facts={facts} />
        </details>
      ))}
    </section>
  );
}

/** Shows links to files with results and coming draws, for programs, feed readers and calendars. */
function Files({ page: { files } }: { page: GamePageProps }) {
  const t = useT();
  return (
    <section className="panel game__files" id="files" aria-labelledby="files-title">
      <h2 className="panel__title" id="files-title">
        {t('feed.heading')}
      </h2>
      <p>{t('feed.text')}</p>
      <ul className="game__file-list">
        {(['rss', 'ics', 'csv', 'json'] as const).map((ending) => (
          <li key={ending}>
            {/* With `download`, browsers do not prefetch the file. */}
            <a href={files[ending]} download>
              {t(`feed.${ending}`)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NextDraw({ page }: { page: GamePageProps }) {
  const t = useT();
  const { upcoming, facts, play } = page;
  return (
    <aside className="next-draw" aria-labelledby="next-title">
      <h2 className="next-draw__title" id="next-title">
        {t('page.game.next')}
      </h2>
      {upcoming ? (
        <>
          <p className="next-draw__money">{upcoming.jackpotText}</p>
          <p className="next-draw__label">{upcoming.jackpotLabel}</p>
          <p className="next-draw__draw">{upcoming.drawText}</p>
          <NextDrawCountdown upcoming={upcoming} variant="hero" />
        </>
      ) : (
        <p>{t('page.game.no_next')}</p>
      )}
      <Facts facts={facts} />
      {play ? (
        <LinkButton look="secondary" href="#play">
          {play.texts.title}
        </LinkButton>
      ) : null}
    </aside>
  );
}
