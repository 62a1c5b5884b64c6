import { DrawParameters, type Game, type GameListResponse, PrizeTier } from '../../shared/contract/games.ts';
import { returnsOf } from '../../shared/domain/returns.ts';
import { ticketLimits } from '../tickets/limits.ts';
import type { GameDefinition } from './catalogue.ts';

/**
 * Returns a game in the form of the API contract. Amounts are in minor units, and times are in the site's time zone.
 */
function gameOf(game: GameDefinition): Game {
  return {
    gameId: game.gameId,
    slug: game.slug,
    name: game.name,
    description: game.description,
    iconName: game.iconName,
    colorCode: game.colorCode,
    ticketPrice: game.ticketPriceMinor,
    currencyCode: game.currencyCode,
    schedule: game.schedule,
    prizeTiers: game.tiers.map((tier) => PrizeTier.parse(tier)),
    returns: returnsOf(game, game.ticketPriceMinor),
    drawParameters: DrawParameters.parse(game.kind),
    maxLinesPerPurchase: ticketLimits.linesPerPurchase,
  };
}

export interface GameService {
  /** Answers `gameList` (spec §7): returns all games, in the order of the result types. */
  gameList(): GameListResponse;
}

export function createGameService({
  catalogue,
  areSalesOn,
}: {
  catalogue: readonly GameDefinition[];
  areSalesOn: boolean;
}): GameService {
  const answer: GameListResponse = { gameList: catalogue.map(gameOf), sales: areSalesOn, error: null };
  return { gameList: () => answer };
}
