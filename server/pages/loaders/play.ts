import type { Game } from '../../../shared/contract/games.ts';
import type { OpenDraw } from '../../../shared/contract/upcoming-draws.ts';
import type { GamePage, PlayView } from '../../../shared/pages/game.ts';
import { formatsOf } from '../../words/words.ts';
import { markOf } from '../cards.ts';
import type { PageRequest } from '../loader.ts';

/** Creates the props of a game's ticket form. @param firstPrize the first row of the prize table */
export function playOf(
  { config, words }: Pick<PageRequest, 'config' | 'words'>,
  game: Game,
  onSale: readonly OpenDraw[],
  firstPrize: GamePage['prizes'][number]['rows'][number] | null,
): PlayView {
  const price = onSale[0]?.ticketPrice ?? game.ticketPrice;
  const { gameId, gameName, gameHref, iconName, accent } = markOf(game, words);
  return {
    game: { gameId, gameName, gameHref, iconName, accent },
    kind: game.drawParameters,
    currencyCode: game.currencyCode,
    maxLines: game.maxLinesPerPurchase,
    draws: onSale.map(({ drawId, drawNumber, ticketPrice, drawStartDate, salesCloseDate }) => ({
      drawId,
      drawNumber,
      ticketPrice,
      drawStartDate,
      salesCloseDate,
    })),
    odds: firstPrize ? `${firstPrize.name}: ${firstPrize.odds}` : '',
    langPrefix: words.langPrefix,
    formats: formatsOf(config, words),
    texts: {
      title: words.t('ticket.title', { game: gameName }),
      lead: words.t('ticket.lead', { price: words.money(price, game.currencyCode) }),
      open: words.t('ticket.open'),
      failed: words.t('ticket.failed'),
    },
  };
}
