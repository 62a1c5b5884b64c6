import type { DrawnNumber, DrawPrize, Result } from '../../../shared/contract/results.ts';
import { fractionDigits } from '../../../shared/domain/money-amount.ts';
import type { FileLoader, PageRequest } from '../loader.ts';
import { drawStatusOf, type FeedGame, feedGame, filePages } from './feed-source.ts';

/** Version of the file's format. It increases when a field is changed or removed, but not when a field is added. */
const version = 1;

/** Loads `/results/{slug}.json`: the newest results of one game. The file's fields are stable. */
export const loadResultsJson: FileLoader = async (request) => {
  const feed = await feedGame(request);
  if (!feed) return null;
  const { game, mark, files, resultsUrl, urlOf } = feed;
  const { words, sources, config } = request;
  const results = await sources.published(game.gameId, filePages);
  const body = {
    version,
    lang: words.lang,
    timeZone: config.boot.timeZone,
    game: { id: game.gameId, slug: game.slug, name: mark.gameName },
    currency: { code: game.currencyCode, digits: fractionDigits(game.currencyCode) },
    links: {
      self: files.json,
      csv: files.csv,
      rss: files.rss,
      comingDraws: files.ics,
      results: resultsUrl,
      game: urlOf(mark.gameHref),
      drawMethod: urlOf(`${words.langPrefix}/fairness`),
    },
    draws: results.map((result) => drawOf(result, feed, request)),
  };
  return { contentType: 'application/json; charset=utf-8', text: JSON.stringify(body) };
};

/** Returns the public fields of one draw. Amounts are in minor units of the currency. */
function drawOf(result: Result, { drawUrl }: FeedGame, { words, cards }: PageRequest) {
  const [day = '', month = '', year = ''] = result.drawDate.split('/');
  const { correction } = result;
  return {
    drawId: result.drawId,
    drawNumber: result.drawNumber,
    name: cards.result(result).title,
    drawnAt: result.drawStartDate,
    date: `${year}-${month}-${day}`,
    time: result.drawTime,
    status: drawStatusOf(result),
    numbers: result.resultNumber.tNumbers.map(numberOf),
    correction: correction && {
      at: correction.at,
      reason: correction.reason,
      numbersBefore: correction.numbersBefore.map(numberOf),
    },
    ticketPrice: result.ticketPrice,
    tickets: result.ticketsTotal,
    winningTickets: result.winnersTotal,
    paid: result.paidTotal,
    rollsOver: result.rollsOver,
    prizes: result.drawPrizeDetail.map((prize) => prizeOf(prize, words.prize(result.gameId, prize))),
    url: drawUrl(result),
  };
}

const numberOf = ({ tNumber, role, colorKey }: DrawnNumber) => ({
  value: tNumber,
  role,
  color: colorKey || null,
});

const prizeOf = (prize: DrawPrize, { name, text }: { name: string; text: string }) => ({
  prizeNo: prize.prizeNo,
  name,
  rule: text,
  amount: prize.prizeAmount,
  winners: prize.noOfWinner,
  // Only draws of raffles have separate winning numbers for each prize.
  numbers: prize.betNumber.map(({ number }) => [prize.betSeriesName, number].filter(Boolean).join(' ')),
});
