import type { DrawPage as DrawPageProps, PrizeRow } from '../../shared/pages/draw.ts';
import { resultCardLabels } from '../cards/card-labels.ts';
import { ResultCard } from '../cards/ResultCard.tsx';
import { useFrame, useT } from '../layout/Strings.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { ShareButton } from '../ui/ShareButton.tsx';
import { DrawEvent } from './parts/DrawEvent.tsx';
import { Facts } from './parts/Facts.tsx';
import { PageHead } from './parts/PageHead.tsx';
import { type PrizeTableRow, PrizeTables } from './parts/PrizeTable.tsx';
import { ProofPanel } from './parts/ProofPanel.tsx';
import { TicketCheck } from './parts/TicketCheck.tsx';

const tableRow = ({ name, match, winners, amount }: PrizeRow): PrizeTableRow => ({
  name,
  match,
  cells: [winners, amount],
});

/** Shows one draw at its permanent address: result, winners, and links to the previous and the next draw. */
export function DrawPage({ page }: { page: DrawPageProps }) {
  const t = useT();
  const { langPrefix, description } = useFrame();
  const { card, facts } = page;
  const chunks = page.prizes.filter((rows) => rows.length > 0);
  const withNumbers = chunks.flat().filter((row) => row.numbers.length > 0);
  const about = { title: card.title, draw: card.drawText };
  return (
    <>
      <PageHead
        trail={[
          { label: t('menu.results'), href: `${langPrefix}/results` },
          { label: card.gameName, href: page.gameResultsHref },
        ]}
        title={`${card.title}, ${card.drawText}`}
        current={card.drawText}
      >
        <p className="page-head__lead">
          <time dateTime={card.drawnAt}>{card.dateText}</time>
        </p>
      </PageHead>
      <DrawEvent
        name={`${card.title}, ${card.drawText}`}
        description={description}
        startsAt={card.drawnAt}
        isVoided={card.correction?.kind === 'voided'}
      />
      <div className="draw container">
        <div className="draw__card">
          <ResultCard card={card} labels={resultCardLabels(t)} level={2} />
          <ShareButton />
          <Neighbours page={page} />
        </div>
        <div className="draw__more">
          <section className="panel" id="winners" aria-labelledby="winners-title">
            <h2 className="panel__title" id="winners-title">
              {t('page.draw.winners')}
            </h2>
            {chunks.length > 0 ? (
              <PrizeTables
                chunks={chunks.map((rows) => rows.map(tableRow))}
                columns={[t('page.draw.prize'), t('page.draw.count'), t('page.draw.amount')]}
                captionOf={(part, parts) =>
                  t(parts > 1 ? 'page.draw.table_part' : 'page.draw.table', { ...about, part, parts })
                }
              />
            ) : (
              <p>{t('page.draw.no_prizes')}</p>
            )}
          </section>
          {page.checkHint ? <TicketCheck card={card} hint={page.checkHint} /> : null}
          {withNumbers.length > 0 ? <WinningNumbers rows={withNumbers} /> : null}
          {facts.length > 0 ? (
            <section className="panel" aria-labelledby="facts-title">
              <h2 className="panel__title" id="facts-title">
                {t('page.draw.facts')}
              </h2>
              <Facts facts={facts} />
            </section>
          ) : null}
          <ProofPanel page={page} />
        </div>
      </div>
    </>
  );
}

function WinningNumbers({ rows }: { rows: PrizeRow[] }) {
  const t = useT();
  return (
    <section className="panel" aria-labelledby="numbers-title">
      <h2 className="panel__title" id="numbers-title">
        {t('page.draw.numbers')}
      </h2>
      {rows.map((row, index) => (
        <div className="winning-numbers" key={index}>
          <h3 className="winning-numbers__tier">{row.name}</h3>
          <ul className="winning-numbers__list">
            {row.numbers.map(({ text, colorKey }, place) => (
              <li key={place} {...(colorKey ? { 'data-color': colorKey } : {})}>
                {text}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Neighbours({ page }: { page: DrawPageProps }) {
  const t = useT();
  const { card, previousHref, nextHref, gameResultsHref, statisticsHref, verifyHref } = page;
  return (
    <nav className="neighbours" aria-label={t('page.draw.neighbours')}>
      {previousHref ? (
        <LinkButton look="secondary" rel="prev" href={previousHref}>
          <span aria-hidden="true">←</span> {t('page.draw.previous')}
        </LinkButton>
      ) : null}
      {nextHref ? (
        <LinkButton look="secondary" rel="next" href={nextHref}>
          {t('page.draw.next')} <span aria-hidden="true">→</span>
        </LinkButton>
      ) : null}
      <a className="neighbours__all" href={gameResultsHref}>
        {t('page.draw.all', { game: card.gameName })}
      </a>
      <a className="neighbours__all" href={card.gameHref}>
        {t('page.draw.game', { game: card.gameName })}
      </a>
      <a className="neighbours__all" href={statisticsHref}>
        {t('draw_statistics.title', { game: card.gameName })}
      </a>
      {verifyHref ? (
        <a className="neighbours__all" href={verifyHref}>
          {t('verify.link')}
        </a>
      ) : null}
    </nav>
  );
}
