import type { OpenDraw } from '../../../shared/contract/upcoming-draws.ts';
import type { GamePage } from '../../../shared/pages/game.ts';
import type { Words } from '../../words/words.ts';
import { gamePictureOf, gameTextOf, markOf, resultTypeOf } from '../cards.ts';
import { type LoadedPage, metaOf, notFound, type PageLoader, type PageRequest } from '../loader.ts';
import { feedHrefs, feedLinkOf } from './feed-source.ts';
import { listWith } from './listed.ts';
import { playOf } from './play.ts';
import { groupBySpots } from './prize-groups.ts';
import { returnRowsOf } from './returns.ts';
import { htmlOf } from './shown-text.ts';

/** Loads `/games/{slug}`: rules, prizes, next draw and newest results of one game. */
export const loadGame: PageLoader = (request) => loadGameBySlug(request, request.params['slug'] ?? '');

export async function loadGameBySlug(request: PageRequest, slug: string): Promise<LoadedPage> {
  const { words, cards, sources, config } = request;
  const [games, upcoming] = await Promise.all([sources.games(), sources.upcoming()]);
  const game = games.find((candidate) => candidate.slug === slug || candidate.gameId === slug);
  if (!game) return notFound;
  const [list, content, newest, onSale, sales] = await Promise.all([
    listWith(sources, config.boot.runtimePages.games.list, game.slug),
    sources.item('games', game.slug),
    sources.optional(sources.newestOf(game.gameId)),
    sources.optional(sources.openDraws(game.gameId)),
    sources.sales(),
  ]);
  if (!list || !content) return notFound;
  const mark = markOf(game, words);
  const draw = upcoming.find((candidate) => candidate.gameId === game.gameId);
  const prizes: GamePage['prizes'][number]['rows'] = game.prizeTiers.map((tier) => {
    const { name, text } = words.prize(game.gameId, tier);
    return {
      name,
      match: text,
      amount: words.t(tier.shared ? 'game_page.from_shared' : 'game_page.fixed', {
        amount: words.money(tier.prizeAmount, game.currencyCode),
      }),
      odds: tier.oddsOneIn === null ? words.t('game_page.odds_by_tickets') : oddsText(tier.oddsOneIn, words),
    };
  });
  return {
    status: 200,
    page: {
      kind: 'game',
      game: {
        ...mark,
        description: gameTextOf(game, words),
      },
      games: games.map((each) => markOf(each, words)),
      html: htmlOf(content, words),
      upcoming: draw ? cards.upcoming(draw, game) : null,
      facts: [
        { label: words.t('game_page.schedule'), text: words.schedule(game.schedule) },
        { label: words.t('game_page.price'), text: words.money(game.ticketPrice, game.currencyCode) },
        ...(prizes[0] ? [{ label: words.t('card.first_prize'), text: prizes[0].odds }] : []),
        ...(draw
          ? [{ label: words.t('game_page.sales_close'), text: words.start(draw.salesCloseDate) }]
          : []),
      ],
      onSale: onSale?.map((each) => onSaleOf(each, words)) ?? [],
      results: newest?.slice(0, 3).map(cards.result) ?? [],
      resultsHref: `${words.langPrefix}/results?game=${game.gameId}`,
      statisticsHref: `${words.langPrefix}/statistics/${game.slug}`,
      play: config.setup.sales && sales ? playOf(request, game, onSale ?? [], prizes[0] ?? null) : null,
      files: feedHrefs(words.langPrefix, game.slug),
      returns: returnRowsOf(game, words),
      prizes:
        resultTypeOf(game.gameId, config.boot) === 4
          ? groupBySpots(game, game.prizeTiers, prizes).map(({ spots, rows }) => ({
              title: spots === null ? null : words.t('game_page.spots', { count: spots }),
              rows,
            }))
          : [{ title: null, rows: prizes }],
    },
    meta: metaOf(request, {
      title: mark.gameName,
      description: gameTextOf(game, words),
      cms: content.head,
      canonicalPath: `/games/${game.slug}`,
      indexable: content.head.indexable,
      drawnPicture: gamePictureOf(game, words),
      feeds: [feedLinkOf(game, mark, words)],
    }),
  };
}

function onSaleOf(draw: OpenDraw, words: Words): GamePage['onSale'][number] {
  return {
    drawId: draw.drawId,
    title: `${words.t('card.draw_number', { number: words.count(draw.drawNumber) })}, ${words.start(draw.drawStartDate)}`,
    facts: [
      { label: words.t('proof.draw_id'), text: draw.drawId },
      { label: words.t('proof.commitment'), text: draw.commitment, isData: true, isHash: true },
      { label: words.t('proof.committed_at'), text: words.moment(draw.committedAt) },
      { label: words.t('proof.opened_at'), text: words.moment(draw.openedAt) },
      { label: words.t('proof.function'), text: draw.drawFunction },
    ],
  };
}

/** Formats odds as "one in N". N is rounded to one decimal if it is below 100, and otherwise to a whole number. */
export const oddsText = (oneIn: number, words: PageRequest['words']): string =>
  words.t('game_page.odds', {
    number: words.count(oneIn < 100 ? Math.round(oneIn * 10) / 10 : Math.round(oneIn)),
  });
