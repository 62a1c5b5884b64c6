import type { WinnerRow, WinnersPage as WinnersPageProps } from '../../shared/pages/winners.ts';
import { resources } from '../../shared/resources.ts';
import { GameEmblem } from '../cards/GameEmblem.tsx';
import { useFrame, useT } from '../layout/Strings.tsx';
import { Figures } from '../ui/Figures.tsx';
import { SampleNotice } from '../ui/SampleNotice.tsx';
import { Section } from '../ui/Section.tsx';
import { Choices } from './parts/Choices.tsx';
import { EmptyState } from './parts/EmptyState.tsx';
import { GoodToKnow } from './parts/GoodToKnow.tsx';
import { PageHead } from './parts/PageHead.tsx';

/** Shows the winners under aliases: the totals, the largest wins and the newest ones. */
export function WinnersPage({ page }: { page: WinnersPageProps }) {
  const t = useT();
  const frame = useFrame();
  const { figures, gameName, top, recent } = page;
  const heading = page.intro?.title ?? t('page.winners.title');
  const title = gameName === null ? heading : t('page.winners.title_of', { game: gameName });
  return (
    <>
      <PageHead
        title={title}
        lead={frame.description}
        below={<Choices label={t('page.game.selector')} links={page.gameLinks} />}
        {...(gameName === null
          ? {}
          : {
              trail: [{ label: heading, href: `${frame.langPrefix}${resources.winners.path}` }],
              current: gameName,
            })}
      />
      {page.isSample ? <SampleNotice /> : null}
      <Figures figures={figures} label={t('page.winners.figures')} />
      {top.length > 0 ? (
        <Section id="top-winners" title={t('page.winners.top')}>
          <p className="section__note">{t('page.winners.top_note')}</p>
          <ol className="top-winners">
            {top.map((row, index) => (
              <TopWinner key={index} row={row} rank={index + 1} />
            ))}
          </ol>
        </Section>
      ) : null}
      {recent.length > 0 ? <RecentWinners rows={recent} /> : null}
      {top.length === 0 && recent.length === 0 ? (
        <div className="container">
          <EmptyState
            picture="trophy"
            title={t('page.winners.none_title')}
            text={t('page.winners.none_text')}
          />
        </div>
      ) : null}
      <GoodToKnow block={page.intro} />
    </>
  );
}

function TopWinner({ row, rank }: { row: WinnerRow; rank: number }) {
  return (
    <li className="top-winner">
      <span className="top-winner__rank" aria-hidden="true">
        {rank}
      </span>
      <div className="top-winner__body">
        <p className="top-winner__prize">{row.prizeText}</p>
        <p className="top-winner__who">
          <strong>{row.alias}</strong> · {row.prizeName}
        </p>
        <p className="top-winner__draw">
          <a href={row.drawHref}>
            {row.gameName}, {row.drawText}
          </a>
          <time dateTime={row.drawnAt}>{row.dateText}</time>
        </p>
      </div>
      <GameEmblem name={row.iconName} accent={row.accent} />
    </li>
  );
}

function RecentWinners({ rows }: { rows: WinnerRow[] }) {
  const t = useT();
  return (
    <Section id="recent-winners" title={t('page.winners.recent')}>
      <div className="panel">
        <div className="prize-tables">
          <table className="prize-table prize-table--wins">
            <caption className="visually-hidden">{t('page.winners.recent_table')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('page.winners.who')}</th>
                <th scope="col">{t('page.winners.draw')}</th>
                <th scope="col">{t('page.winners.prize')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  <th scope="row">
                    {row.alias}
                    <time className="prize-table__match" dateTime={row.drawnAt}>
                      {row.dateText}
                    </time>
                  </th>
                  <td>
                    <a className="prize-table__link" href={row.drawHref}>
                      {row.gameName} <span className="prize-table__match">{row.drawText}</span>
                    </a>
                  </td>
                  <td>
                    {row.prizeText}
                    <span className="prize-table__match">{row.prizeName}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Section>
  );
}
