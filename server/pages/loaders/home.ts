import type { Result } from '../../../shared/contract/results.ts';
import type { UpcomingDraw } from '../../../shared/contract/upcoming-draws.ts';
import type { HomePage } from '../../../shared/pages/home.ts';
import type { BootConfig } from '../../config/site-config.ts';
import { once } from '../../once.ts';
import type { Words } from '../../words/words.ts';
import { resultTypeOf, upcomingCards } from '../cards.ts';
import { configuredTitle, metaOf, type PageLoader, type PageRequest } from '../loader.ts';
import { figuresOf } from './figures.ts';
import { contentBlockOf, teaserOf } from './teasers.ts';

const teasers = 3;

/** Loads `/`: the next draws, the latest results, winners, promotions and blogs. */
export const loadHome: PageLoader = async (request) => {
  const { sources, words, cards } = request;
  const { runtimePages } = request.config.boot;
  const [upcoming, games, latest, winners, home, promotions, blogs] = await Promise.all([
    sources.upcoming(),
    sources.games(),
    sources.latest(),
    // If one of these reads fails, the home page is rendered without the data of that read.
    sources.optional(sources.winners()),
    sources.optional(sources.content('home')),
    sources.optional(sources.content(runtimePages.promotions.list)),
    sources.optional(sources.content(runtimePages.blogs.list)),
  ]);
  const blocks = home?.items ?? [];
  const hero = blocks.find((block) => block.slug === 'hero');
  const next = upcomingCards(byImportance(upcoming, request.config.boot), games, cards);
  const page: HomePage = {
    kind: 'home',
    hero: heroOf(request, next, latest, hero?.excerpt ?? ''),
    upcoming: next,
    results: latest.map(cards.result),
    winners: winners?.topWinners.slice(0, 5).map(cards.winner) ?? [],
    figures: winners ? figuresOf(winners.totals, words) : [],
    isSample: winners?.totals.isSample ?? false,
    promotions: promotions?.items.slice(0, teasers).map((item) => teaserOf(item, 'promotions', words)) ?? [],
    blogs: blogs?.items.slice(0, teasers).map((item) => teaserOf(item, 'blogs', words)) ?? [],
    blocks: blocks.filter((block) => block !== hero).map(contentBlockOf),
  };
  return {
    status: 200,
    page,
    meta: metaOf(request, {
      title: configuredTitle(request, 'home'),
      cms: home?.page.head,
      canonicalPath: '/',
    }),
  };
};

/**
 * Sorts the next draws: the draw of the jackpot game first, then the other draws by prize. If the draws were sorted by
 * time, frequent draws with small prizes would push the jackpot off the first screen of a phone.
 */
function byImportance(upcoming: readonly UpcomingDraw[], boot: BootConfig): UpcomingDraw[] {
  const isJackpot = ({ gameId }: UpcomingDraw) => Number(resultTypeOf(gameId, boot) === 3);
  return upcoming.toSorted(
    (one, other) => isJackpot(other) - isJackpot(one) || other.jackpotAmount - one.jackpotAmount,
  );
}

/** Returns the two highest prizes of a result and the number of all its prizes. */
const prizeRowsIn = once((words: Words) =>
  once((result: Result) => [
    ...result.drawPrizeDetail.slice(0, 2).map((prize) => ({
      label: words.prize(result.gameId, prize).name,
      text:
        prize.noOfWinner > 0
          ? `${words.count(prize.noOfWinner)} × ${words.money(prize.prizeAmount, result.currencyCode)}`
          : words.t(result.rollsOver && prize.prizeNo === 1 ? 'card.none_rolls_over' : 'card.none'),
    })),
    { label: words.t('card.total_prizes'), text: words.count(result.winnersTotal) },
  ]),
);

/**
 * Returns the main block of the home page: the most important of the next draws, with the latest result of its game.
 * @param upcoming the next draws, the most important draw first
 */
function heroOf(
  { words, cards }: PageRequest,
  upcoming: HomePage['upcoming'],
  latest: readonly Result[],
  text: string,
): HomePage['hero'] {
  const [draw] = upcoming;
  if (!draw) return null;
  const result = latest.find((candidate) => candidate.gameId === draw.gameId);
  return {
    upcoming: draw,
    title: draw.jackpotText,
    text,
    latest: result ? { card: cards.result(result), rows: prizeRowsIn(words)(result) } : null,
  };
}
