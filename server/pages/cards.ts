import { correctionTexts, numbersText } from '../../shared/check/correction-text.ts';
import { markText } from '../../shared/check/line-texts.ts';
import type { Game } from '../../shared/contract/games.ts';
import type { Result } from '../../shared/contract/results.ts';
import type { UpcomingDraw } from '../../shared/contract/upcoming-draws.ts';
import type { Winner } from '../../shared/contract/winners.ts';
import { dateIn } from '../../shared/domain/dates.ts';
import {
  type Accent,
  type GameMark,
  isAccent,
  type ResultCard,
  type ResultType,
  type UpcomingCard,
} from '../../shared/pages/cards.ts';
import type { WinnerRow } from '../../shared/pages/winners.ts';
import type { BootConfig } from '../config/site-config.ts';
import { once } from '../once.ts';
import type { Words } from '../words/words.ts';

const resultTypes: readonly ResultType[] = [1, 2, 3, 4, 5, 6, 7];

interface GameFields {
  gameId: string;
  gameName: string;
  gameSlug: string;
  iconName: string;
  colorCode: string;
}

/** Returns name, link, emblem and colour of a game. The name is translated if the locale file contains it. */
export function gameMark(game: GameFields, words: Words): GameMark {
  return {
    gameId: game.gameId,
    gameName: words.tOr(`game.${game.gameId}`, game.gameName),
    gameHref: `${words.langPrefix}/games/${game.gameSlug}`,
    iconName: game.iconName,
    accent: isAccent(game.colorCode) ? game.colorCode : 'red',
  };
}

export const markOf = (game: Game, words: Words): GameMark =>
  gameMark({ ...game, gameName: game.name, gameSlug: game.slug }, words);

/** Returns the description of a game. It is translated if the locale file contains it. */
export const gameTextOf = (game: Game, words: Words): string =>
  words.tOr(`game_text.${game.gameId}`, game.description);

/** Returns the picture of a game for link previews. */
export const gamePictureOf = (game: Game, words: Words): { path: string; alt: string } => ({
  path: `${words.langPrefix}/games/${game.slug}.png`,
  alt: `${markOf(game, words).gameName}: ${gameTextOf(game, words)}`,
});

/** Returns the card design that `resultTypes` configures for a game (spec §3), or 1 for an unknown game. */
export function resultTypeOf(gameId: string, boot: BootConfig): ResultType {
  return resultTypes.find((type) => boot.resultTypes[type] === gameId) ?? 1;
}

export const drawHref = (words: Words, gameSlug: string, drawNumber: number): string =>
  `${words.langPrefix}/results/${gameSlug}/${drawNumber}`;

const announcements = {
  standing: 'card.announcement',
  corrected: 'card.announcement_corrected',
  voided: 'card.announcement_void',
} as const;

/** Returns the drawn colour of the first prize, or an empty object for a game that draws no colour. */
function drawnAccent({ colorType, prizeColorCode }: Result): { accent?: Accent } {
  return colorType === 'drawn' && isAccent(prizeColorCode) ? { accent: prizeColorCode } : {};
}

/** Returns the name of a draw, for example "Golden Pick 3 · Evening". */
function titleOf(result: Result, words: Words): string {
  const { gameId, drawSlot, drawName } = result;
  return drawSlot === null ? drawName : words.tOr(`draw_name.${gameId}.${drawSlot}`, drawName);
}

/**
 * Returns the winners' text of a result card. The text states two numbers: the winners of the first prize, and all
 * prizes. It states the first number because the card shows the amount of the first prize next to the text.
 */
function winnersOf({ correction, winnersTotal, drawPrizeDetail: [first] }: Result, words: Words): string {
  if (correction?.kind === 'voided') return words.t('card.winners_void');
  if (winnersTotal === 0) return words.t('card.no_winners');
  const counted = (key: string, count: number) => words.t(key, { count, number: words.count(count) });
  const prizes = counted('card.prizes', winnersTotal);
  return first ? `${counted('card.first_winners', first.noOfWinner)} · ${prizes}` : prizes;
}

function resultCard(result: Result, words: Words, boot: BootConfig): ResultCard {
  const type = resultTypeOf(result.gameId, boot);
  const at = result.drawStartDate;
  const title = titleOf(result, words);
  const jackpot = type === 3 && result.showJackpot;
  return {
    ...gameMark(result, words),
    type,
    drawId: result.drawId,
    drawNumber: result.drawNumber,
    title,
    drawText: words.t('card.draw_number', { number: words.count(result.drawNumber) }),
    drawnAt: at,
    dateText: type === 3 ? words.longDay(at) : `${words.day(at)} · ${words.time(at)}`,
    href: drawHref(words, result.gameSlug, result.drawNumber),
    numbers: result.resultNumber.tNumbers.map((drawn) => ({
      text: markText(drawn, words.t),
      role: drawn.role,
      colorKey: drawn.colorKey,
      image: drawn.isImage ? drawn.resultUrl : null,
    })),
    topPrize: jackpot
      ? { label: words.t('card.jackpot'), text: words.money(result.jackpotAmount, result.currencyCode) }
      : {
          label: words.t('card.first_prize'),
          text: words.money(result.firstPrizeDetail.prizeAmount, result.currencyCode),
          ...drawnAccent(result),
        },
    winnersText: winnersOf(result, words),
    rollsOver: result.rollsOver,
    announcement: words.t(announcements[result.correction?.kind ?? 'standing'], {
      title,
      number: words.count(result.drawNumber),
      numbers: numbersText(result.resultNumber.tNumbers, words.t),
    }),
    revision: result.correction?.no ?? 0,
    correction: correctionTexts(result, words),
    fileName: `${result.gameSlug}_${dateIn(boot.timeZone, new Date(at)).format('YYYY-MM-DD_HH-mm')}.png`,
  };
}

function upcomingCard(
  draw: UpcomingDraw,
  game: Game | undefined,
  words: Words,
  boot: BootConfig,
): UpcomingCard {
  const price = words.money(draw.ticketPrice, draw.currencyCode);
  return {
    ...gameMark(draw, words),
    drawId: draw.drawId,
    drawNumber: draw.drawNumber,
    drawText: words.t('card.draw_number', { number: words.count(draw.drawNumber) }),
    startsAt: draw.drawStartDate,
    startsText: words.start(draw.drawStartDate),
    scheduleText: game ? `${words.schedule(game.schedule)} · ${price}` : price,
    jackpotText: words.money(draw.jackpotAmount, draw.currencyCode),
    jackpotLabel: words.t(resultTypeOf(draw.gameId, boot) === 3 ? 'card.jackpot' : 'card.top_prize'),
  };
}

function winnerRow(winner: Winner, words: Words): WinnerRow {
  return {
    ...gameMark(winner, words),
    alias: winner.alias,
    prizeName: words.prize(winner.gameId, winner).name,
    prizeText: words.money(winner.prizeAmount, winner.currencyCode),
    dateText: words.day(winner.drawStartDate),
    drawnAt: winner.drawStartDate,
    drawText: words.t('card.draw_number', { number: words.count(winner.drawNumber) }),
    drawHref: drawHref(words, winner.gameSlug, winner.drawNumber),
  };
}

/** Creates cards in one language. */
export interface Cards {
  /** Creates the card of a published result in the design of its game. */
  result: (result: Result) => ResultCard;
  /** @param game provides the text of the schedule; undefined if the list of games does not contain the game */
  upcoming: (draw: UpcomingDraw, game: Game | undefined) => UpcomingCard;
  winner: (winner: Winner) => WinnerRow;
}

/**
 * Creates the card of each cached value only once, because cached values never change. A card is garbage-collected
 * together with its value.
 */
export function createCards(words: Words, boot: BootConfig): Cards {
  const ofGame = once((game: Game) => once((draw: UpcomingDraw) => upcomingCard(draw, game, words, boot)));
  return {
    result: once((result) => resultCard(result, words, boot)),
    upcoming: (draw, game) => (game ? ofGame(game)(draw) : upcomingCard(draw, undefined, words, boot)),
    winner: once((winner) => winnerRow(winner, words)),
  };
}

/** Returns the cards of the next draws. The draw with the earliest start comes first. */
export function upcomingCards(
  upcoming: readonly UpcomingDraw[],
  games: readonly Game[],
  cards: Cards,
): UpcomingCard[] {
  return upcoming.map((draw) =>
    cards.upcoming(
      draw,
      games.find(({ gameId }) => gameId === draw.gameId),
    ),
  );
}
