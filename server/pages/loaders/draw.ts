import { checkedGame } from '../../../shared/check/check-request.ts';
import { hintOf } from '../../../shared/check/line-texts.ts';
import type { DrawPrize, Result } from '../../../shared/contract/results.ts';
import type { PrizeRow } from '../../../shared/pages/draw.ts';
import type { Words } from '../../words/words.ts';
import { drawHref, resultTypeOf } from '../cards.ts';
import { metaOf, notFound, type PageLoader } from '../loader.ts';
import { drawOfRequest } from './draw-of-request.ts';
import { groupBySpots, joinGroups } from './prize-groups.ts';
import { proofView, verifyHref } from './proof.ts';

/**
 * Loads `/results/{gameSlug}/{drawNumber}`: the permanent page of one draw, with its prize table and links to the draws
 * before and after it.
 */
export const loadDraw: PageLoader = async (request) => {
  const { words, cards, config } = request;
  const found = await drawOfRequest(request);
  if (!found) return notFound;
  const { game, drawNumber, result, previousDrawNumber, nextDrawNumber, proof } = found;
  const card = cards.result(result);
  const href = (number: number | null) => (number === null ? null : drawHref(words, game.slug, number));
  const rows = result.drawPrizeDetail.map((prize) => prizeRow(prize, result, words));
  return {
    status: 200,
    page: {
      kind: 'draw',
      card,
      prizes:
        resultTypeOf(result.gameId, config.boot) === 4
          ? joinGroups(
              groupBySpots(game, result.drawPrizeDetail, rows).map((group) => group.rows),
              13,
            )
          : [rows],
      facts: [
        { label: words.t('draw.tickets'), text: words.count(result.ticketsTotal) },
        { label: words.t('draw.prizes'), text: words.count(result.winnersTotal) },
        { label: words.t('draw.paid'), text: words.money(result.paidTotal, result.currencyCode) },
        { label: words.t('draw.ticket_price'), text: words.money(result.ticketPrice, result.currencyCode) },
        { label: words.t('draw.held'), text: words.start(result.drawStartDate) },
      ],
      proof: proof ? proofView(proof, words) : null,
      verifyHref: verifyHref(result.drawId, words),
      previousHref: href(previousDrawNumber),
      nextHref: href(nextDrawNumber),
      gameResultsHref: `${words.langPrefix}/results?game=${game.gameId}`,
      checkHint: checkedGame(game) ? hintOf(game.drawParameters, words.t) : null,
      statisticsHref: `${words.langPrefix}/statistics/${game.slug}`,
    },
    meta: metaOf(request, {
      title: `${card.title}, ${card.drawText}, ${card.dateText}`,
      description: card.announcement,
      canonicalPath: `/results/${game.slug}/${drawNumber}`,
      ogType: 'article',
      drawnPicture: {
        // Social networks cache a preview picture by its URL, so the picture of a corrected draw gets a new URL.
        path: `${card.href}.png${card.revision === 0 ? '' : `?revision=${card.revision}`}`,
        alt: `${card.title}, ${card.drawText}, ${card.dateText}: ${card.numbers.map(({ text }) => text).join(', ')}`,
      },
    }),
  };
};

const byNumber = (one: { number: string }, other: { number: string }): number =>
  one.number < other.number ? -1 : Number(one.number > other.number);

function prizeRow(prize: DrawPrize, result: Result, words: Words): PrizeRow {
  const { name, text, note } = words.prize(result.gameId, prize);
  return {
    name,
    match: [text, note].filter(Boolean).join(' · '),
    winners: words.count(prize.noOfWinner),
    amount: words.money(prize.prizeAmount, result.currencyCode),
    // A raffle can have 100 winning numbers for one prize. Sort them, so that readers find the number of their ticket
    // quickly.
    numbers: prize.betNumber.toSorted(byNumber).map(({ number, colorKey }) => ({
      text: prize.betSeriesName ? `${prize.betSeriesName} ${number}` : number,
      colorKey,
    })),
  };
}
