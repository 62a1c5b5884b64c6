import type { GamesPage as GamesPageProps } from '../../shared/pages/games.ts';
import { Illustration } from '../cards/Illustration.tsx';
import { useFrame, useT } from '../layout/Strings.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from './parts/EmptyState.tsx';
import { GoodToKnow } from './parts/GoodToKnow.tsx';
import { NextDrawCountdown } from './parts/NextDrawCountdown.tsx';
import { PageHead } from './parts/PageHead.tsx';

export function GamesPage({ page }: { page: GamesPageProps }) {
  const t = useT();
  const frame = useFrame();
  return (
    <>
      <PageHead title={page.intro?.title ?? t('page.games.title')} lead={frame.description} />
      <div className="container page-body">
        {page.games.length > 0 ? (
          <ul className="games">
            {page.games.map((game) => (
              <GameItem key={game.gameId} game={game} />
            ))}
          </ul>
        ) : (
          <EmptyState picture="ticket" title={t('page.games.none_title')} text={t('page.games.none_text')}>
            <LinkButton href={`${frame.langPrefix}/results`}>{t('menu.results')}</LinkButton>
          </EmptyState>
        )}
      </div>
      <GoodToKnow block={page.intro} />
    </>
  );
}

function GameItem({ game }: { game: GamesPageProps['games'][number] }) {
  const t = useT();
  const { upcoming } = game;
  return (
    <li className="game-item">
      <div className="teaser__picture">
        <Illustration name={game.iconName} />
      </div>
      <div className="game-item__body">
        <h2 className="game-item__name">
          <a href={game.gameHref}>{game.gameName}</a>
        </h2>
        <p className="game-item__schedule">{game.scheduleText}</p>
        <p>{game.description}</p>
      </div>
      {upcoming ? (
        <dl className="game-item__next">
          <div>
            <dt>{upcoming.jackpotLabel}</dt>
            <dd className="game-item__money">{upcoming.jackpotText}</dd>
          </div>
          <div>
            <dt>{t('page.game.next')}</dt>
            <dd>
              <NextDrawCountdown upcoming={upcoming} variant="chip" />
            </dd>
          </div>
        </dl>
      ) : (
        <p className="game-item__none">{t('page.game.no_next')}</p>
      )}
      <p className="game-item__more" aria-hidden="true">
        {t('page.games.rules')} →
      </p>
    </li>
  );
}
