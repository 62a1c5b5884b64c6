import type {
  Chart,
  DrawStatisticsPage as Props,
  StatisticsPart,
} from '../../shared/pages/draw-statistics.ts';
import { useFrame, useT } from '../layout/Strings.tsx';
import { EmptyState } from './parts/EmptyState.tsx';
import { PageHead } from './parts/PageHead.tsx';
import { PrizeTable } from './parts/PrizeTable.tsx';

/** Heights in em, so that bars and labels grow with the visitor's font size. */
const rowHeight = 1.75;
const barHeight = 1.5;

/** Shows how often each number of a game was drawn, and how many draws ago it was last drawn. */
export function DrawStatisticsPage({ page }: { page: Props }) {
  const t = useT();
  const { langPrefix } = useFrame();
  const { game, parts } = page;
  return (
    <>
      <PageHead
        trail={[
          { label: t('menu.games'), href: `${langPrefix}/games` },
          { label: game.gameName, href: game.gameHref },
        ]}
        title={page.title}
        current={t('draw_statistics.crumb')}
        lead={page.lead}
        below={<Selector page={page} />}
      />
      <div className="draw-statistics container">
        <section className="panel" aria-labelledby="note-title">
          <h2 className="panel__title" id="note-title">
            {t('draw_statistics.note_title')}
          </h2>
          <p>
            {t('draw_statistics.note')} <a href={`${langPrefix}/fairness`}>{t('proof.how')}</a>
          </p>
          <p className="panel__note">
            {t('draw_statistics.note_counted')} {page.note}
          </p>
        </section>
        {parts.map((part) => (
          <Part key={part.id} part={part} />
        ))}
        {parts.length === 0 ? (
          <EmptyState
            picture={game.iconName}
            title={t('draw_statistics.none_title')}
            text={t('draw_statistics.none_text')}
          />
        ) : null}
        <p>
          <a href={page.resultsHref}>{t('page.draw.all', { game: game.gameName })}</a>
        </p>
      </div>
    </>
  );
}

function Selector({ page }: { page: Props }) {
  const t = useT();
  return (
    <nav aria-label={t('draw_statistics.selector')}>
      <ul className="game-selector">
        {page.games.map(({ gameId, gameName, href }) => (
          <li key={gameId}>
            <a
              className="game-selector__link"
              href={href}
              {...(gameId === page.game.gameId ? { 'aria-current': 'page' as const } : {})}
            >
              {gameName}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Part({ part }: { part: StatisticsPart }) {
  const t = useT();
  const { id, title, hint, charts, averagePercent, caption, columns, rows } = part;
  return (
    <section
      className={charts.length > 1 ? 'panel draw-statistics__wide' : 'panel'}
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <h2 className="panel__title" id={`${id}-title`}>
        {title}
      </h2>
      {hint ? <p className="panel__note">{hint}</p> : null}
      <div className="charts">
        {charts.map((chart) => (
          <Bars key={chart.title} chart={chart} averagePercent={averagePercent} />
        ))}
      </div>
      <details className="charts__table">
        <summary>{t('draw_statistics.table')}</summary>
        <PrizeTable
          caption={caption}
          columns={columns}
          rows={rows.map(({ label, cells }) => ({ name: label, match: '', cells }))}
        />
        <p className="panel__note">{t('draw_statistics.ago_note')}</p>
      </details>
    </section>
  );
}

/** Draws one bar for each row. Lengths are percentages, so that the labels have the same size on all screens. */
function Bars({ chart: { title, rows }, averagePercent }: { chart: Chart; averagePercent: number | null }) {
  return (
    <svg className="chart" role="img" aria-label={title} width="100%" height={`${rows.length * rowHeight}em`}>
      <title>{title}</title>
      {rows.map(({ label, text, percent }, place) => (
        <g key={label}>
          <rect y={`${place * rowHeight}em`} width={`${percent}%`} height={`${barHeight}em`} />
          <text x="0.5em" y={`${place * rowHeight + 1.1}em`}>
            {label}
          </text>
          <text x="100%" y={`${place * rowHeight + 1.1}em`} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {averagePercent === null ? null : (
        <line x1={`${averagePercent}%`} x2={`${averagePercent}%`} y1="0" y2="100%" />
      )}
    </svg>
  );
}
