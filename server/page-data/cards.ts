import type { Game, Result, UpcomingDraw, Winner } from '../../shared/contract/draws.ts';
import type { Accent, GameMark, ResultCard, ResultType, UpcomingCard } from '../../shared/view/cards.ts';
import type { WinnerRow } from '../../shared/view/pages.ts';
import type { BootConfig } from '../config/site-config.ts';
import type { Words } from './words.ts';

const resultTypes: readonly ResultType[] = [1, 2, 3, 4, 5, 6, 7];
const accents: ReadonlySet<string> = new Set<Accent>([
  'amber',
  'blue',
  'gold',
  'red',
  'violet',
  'teal',
  'green',
]);
const isAccent = (name: string): name is Accent => accents.has(name);

interface GameFields {
  gameId: string;
  gameName: string;
  gameSlug: string;
  iconName: string;
  colorCode: string;
}

/** The mark of a game: its name in the reader's language, where the locale file knows the game. */
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

/** Which design a game's card has, by the configured result types (spec §3); an unknown game looks like type 1. */
export function resultTypeOf(gameId: string, boot: BootConfig): ResultType {
  return resultTypes.find((type) => boot.resultTypes[type] === gameId) ?? 1;
}

export const drawHref = (words: Words, gameSlug: string, drawNumber: number): string =>
  `${words.langPrefix}/results/${gameSlug}/${drawNumber}`;

function makeResultCard(result: Result, words: Words, boot: BootConfig): ResultCard {
  const type = resultTypeOf(result.gameId, boot);
  const at = result.drawStartDate;
  const title = words.tOr(`draw_name.${result.drawName}`, result.drawName);
  const jackpot = type === 3 && result.showJackpot;
  const winners = words.t('card.winners', {
    count: result.winnersTotal,
    number: words.count(result.winnersTotal),
  });
  const [dd, mm, yyyy] = result.drawDate.split('/');
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
      text: drawn.tNumber,
      role: drawn.role,
      colorKey: drawn.colorKey,
      image: drawn.isImage ? drawn.resultUrl : null,
    })),
    topPrize: jackpot
      ? { label: words.t('card.jackpot'), text: words.money(result.jackpotAmount, result.currencyCode) }
      : {
          label: words.t('card.first_prize'),
          text: words.money(result.firstPrizeDetail.prizeAmount, result.currencyCode),
        },
    winnersText: winners,
    rollsOver: result.rollsOver,
    announcement: words.t('card.announcement', {
      title,
      number: words.count(result.drawNumber),
      numbers: result.resultNumber.tNumbers.map((drawn) => drawn.tNumber).join(', '),
    }),
    fileName: `${result.gameSlug}_${yyyy}-${mm}-${dd}_${result.drawTime.replace(':', '-')}.png`,
  };
}

function makeUpcomingCard(
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

/** What a card is made with besides its data: the same objects for as long as the process lives. */
interface CardContext {
  words: Words;
  boot: BootConfig;
}
const contexts = new WeakMap<Words, CardContext>();
/** Words and configuration belong together: each language has its words once. */
function contextOf(words: Words, boot: BootConfig): CardContext {
  let context = contexts.get(words);
  if (!context) {
    context = { words, boot };
    contexts.set(words, context);
  }
  return context;
}

const resultCards = once((result: Result, { words, boot }: CardContext) => makeResultCard(result, words, boot));

/** A published result as a card of its game's design; made once for each language. */
export const resultCard = (result: Result, words: Words, boot: BootConfig): ResultCard =>
  resultCards(result, contextOf(words, boot));

/** The next draw of a game as a card; `game` gives the schedule's words where the list knows it. */
export const upcomingCard = makeUpcomingCard;

export function winnerRow(winner: Winner, words: Words): WinnerRow {
  return {
    ...gameMark(winner, words),
    alias: winner.alias,
    prizeName: winner.prizeName,
    prizeText: words.money(winner.prizeAmount, winner.currencyCode),
    dateText: words.day(winner.drawStartDate),
    drawnAt: winner.drawStartDate,
    drawText: words.t('card.draw_number', { number: words.count(winner.drawNumber) }),
    drawHref: drawHref(words, winner.gameSlug, winner.drawNumber),
  };
}
