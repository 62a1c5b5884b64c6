import type { Game } from '../../../shared/contract/games.ts';
import type { Result } from '../../../shared/contract/results.ts';
import type { Winner } from '../../../shared/contract/winners.ts';
import type { Story } from '../../../shared/pages/article.ts';
import type { Words } from '../../words/words.ts';
import { drawHref, gameMark } from '../cards.ts';
import type { PageRequest } from '../loader.ts';
import { oddsText } from './game.ts';

const storiesShown = 6;

/**
 * Writes a short story about the largest prize of each game. It uses only the published data of the draw. A story names
 * no person, so it needs no consent.
 */
export async function storiesOf(
  { sources, words }: PageRequest,
  winners: readonly Winner[],
): Promise<Story[]> {
  const games = await sources.optional(sources.games());
  const told = largestOfEachGame(winners).slice(0, storiesShown);
  const stories = await Promise.all(
    told.map(async (winner) => {
      const found = await sources.optional(sources.draw(winner.gameId, winner.drawNumber));
      const game = games?.find(({ gameId }) => gameId === winner.gameId);
      return found && found.result.correction?.kind !== 'voided'
        ? storyOf(winner, found.result, game, words)
        : null;
    }),
  );
  return stories.filter((story) => story !== null);
}

function largestOfEachGame(winners: readonly Winner[]): Winner[] {
  const best = new Map<string, Winner>();
  for (const winner of winners) {
    const known = best.get(winner.gameId);
    if (!known || winner.prizeAmount > known.prizeAmount) best.set(winner.gameId, winner);
  }
  return [...best.values()].toSorted((a, b) => b.prizeAmount - a.prizeAmount);
}

function storyOf(winner: Winner, result: Result, game: Game | undefined, words: Words): Story {
  const mark = gameMark(winner, words);
  const at = result.drawStartDate;
  const { prizeNo, currencyCode } = winner;
  const amount = words.money(winner.prizeAmount, currencyCode);
  const tier = result.drawPrizeDetail.find((prize) => prize.prizeNo === prizeNo);
  const prize = words.prize(winner.gameId, {
    prizeNo,
    prizeName: winner.prizeName,
    ...(tier ? { prizeText: tier.prizeText } : {}),
  });
  const number = words.count(result.drawNumber);
  const numbers = numbersOf(result);
  const oddsOneIn = game?.prizeTiers.find((each) => each.prizeNo === prizeNo)?.oddsOneIn ?? null;
  const sentences = [
    words.t('story.draw', { number, game: mark.gameName, date: words.longDay(at), time: words.time(at) }),
    numbers === '' ? null : words.t('story.drawn', { numbers }),
    prize.text === ''
      ? words.t('story.prize', { prize: prize.name, amount })
      : words.t('story.prize_by_rule', { prize: prize.name, amount, rule: prize.text }),
    tier && tier.noOfWinner > 0
      ? words.t('story.winners', { count: tier.noOfWinner, number: words.count(tier.noOfWinner) })
      : null,
    words.t('story.field', {
      tickets: words.count(result.ticketsTotal),
      price: words.money(result.ticketPrice, result.currencyCode),
      prizes: words.count(result.winnersTotal),
      paid: words.money(result.paidTotal, result.currencyCode),
    }),
    oddsOneIn === null ? null : words.t('story.odds', { odds: oddsText(oddsOneIn, words) }),
  ];
  return {
    ...mark,
    title: words.t('story.title', { amount, game: mark.gameName }),
    text: sentences.filter((sentence) => sentence !== null).join(' '),
    href: drawHref(words, winner.gameSlug, winner.drawNumber),
    drawnAt: at,
    dateText: words.longDay(at),
  };
}

/** Returns the drawn numbers as text. Symbols and colours are left out, because they are not words of the language. */
function numbersOf({ resultNumber }: Result): string {
  return resultNumber.tNumbers
    .filter(({ isImage, role }) => !isImage && role !== 'color')
    .map(({ tNumber }) => tNumber)
    .join(', ');
}
