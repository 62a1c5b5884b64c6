import { FigureList } from '../FigureList.tsx';
import { ScreenContent, SkeletonCards } from '../ScreenContent.tsx';
import { type Screen, unanswered } from '../screen.ts';
import { BarPlot } from './BarPlot.tsx';
import { type PlayedView, type StatisticsView, statisticsView } from './statistics-view.ts';

/** `/my-accounts/statistics`: sums of play and of payments, by month and by game. */
export const statisticsScreen: Screen = {
  async load({ call, wording }) {
    const result = await call('transaction/getPlayerStatistics', {});
    if (result.kind !== 'ok') return unanswered(result, wording);
    return { kind: 'shown', view: statisticsView(result.data, wording) };
  },
  Component: () => <ScreenContent Content={Statistics} skeleton={<StatisticsSkeleton />} />,
};

function Statistics({ view: { figures, months, games, texts, csvHref } }: { view: StatisticsView }) {
  return (
    <div className="statistics">
      <FigureList figures={figures} />
      <Played title={texts.byMonth} first={texts.month} rows={months} texts={texts} />
      {games.length > 0 ? (
        <Played title={texts.byGame} first={texts.game} rows={games} texts={texts} />
      ) : (
        <p className="list__empty">{texts.none}</p>
      )}
      <p className="list__files">
        <a href={csvHref} download="">
          {texts.csv}
        </a>
      </p>
    </div>
  );
}

function Played({
  title,
  first,
  rows,
  texts,
}: {
  title: string;
  first: string;
  rows: PlayedView[];
  texts: StatisticsView['texts'];
}) {
  return (
    <section className="statistics__part">
      <h3>{title}</h3>
      <p className="statistics__legend" aria-hidden="true">
        <span className="is-stake">{texts.staked}</span> <span className="is-won">{texts.won}</span>
      </p>
      <div className="statistics__both">
        <BarPlot rows={rows} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Safari scrolls only a focusable element by
            keyboard, and the table scrolls on narrow screens. */}
        <section className="statistics__scroll" aria-label={title} tabIndex={0}>
          <table className="statistics__table">
            <thead>
              <tr>
                <th scope="col">{first}</th>
                <th scope="col">{texts.purchases}</th>
                <th scope="col">{texts.staked}</th>
                <th scope="col">{texts.won}</th>
                <th scope="col">{texts.net}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, label, purchases, stake, won, net }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  {/* On phones each row is a card, and each cell shows the heading of its column. */}
                  <td data-label={texts.purchases}>{purchases}</td>
                  <td data-label={texts.staked}>{stake}</td>
                  <td data-label={texts.won}>{won}</td>
                  <td data-label={texts.net}>{net}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </section>
  );
}

function StatisticsSkeleton() {
  return (
    <div className="statistics">
      <span className="skeleton list__skeleton-row" />
      <SkeletonCards count={2} />
    </div>
  );
}
