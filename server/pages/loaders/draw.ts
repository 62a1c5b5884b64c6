import { checkedGame } from '../../../shared/check/check-request.ts';
import { hintOf } from '../../../shared/check/line-texts.ts';
import type { VerifyResponse } from '../../../shared/contract/draw-proof.ts';
import type { DrawPrize, Result } from '../../../shared/contract/results.ts';
import type { DrawPage, PrizeRow } from '../../../shared/pages/draw.ts';
import { drawHref, resultTypeOf } from '../cards.ts';
import { metaOf, notFound, type PageLoader } from '../loader.ts';
import type { Words } from '../words.ts';
import { findDraw } from './find-draw.ts';
import { groupBySpots, joinGroups } from './prize-groups.ts';

/**
 * Loads `/results/{gameSlug}/{drawNumber}`: the permanent page of one draw, with its prize table and links to the draws
 * before and after it.
 */
export const loadDraw: PageLoader = async (request) => {
  const { words, cards, config } = request;
  const found = await findDraw(request);
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
      proof: proof ? proofOf(proof, words) : null,
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
        // Networks keep a picture by its address, so the picture of a corrected draw gets another address.
        path: `${card.href}.png${card.revision === 0 ? '' : `?revision=${card.revision}`}`,
        alt: `${card.title}, ${card.drawText}, ${card.dateText}: ${card.numbers.map(({ text }) => text).join(', ')}`,
      },
    }),
  };
};

/** Returns the first list of numbers as text, or null if both lists are equal. */
const differs = (numbers: readonly string[], counting: readonly string[]): string | null => {
  const text = numbers.join(' ');
  return text === counting.join(' ') ? null : text;
};

const dataFacts = new Set([
  'draw_id',
  'commitment',
  'tickets_root',
  'seed',
  'function',
  'parameters',
  'drawn',
  'drawn_before',
  'drawn_by_seed',
]);

/** Returns the proof of a draw as labelled facts. The labels are the terms of docs/draw-function.md. */
function proofOf(proof: VerifyResponse, words: Words): NonNullable<DrawPage['proof']> {
  const { commitment, committedAt, openedAt, ticketsRoot, closedAt, seed, publishedAt, drawId } = proof;
  const facts: [string, string | null][] = [
    ['draw_id', drawId],
    ['commitment', commitment],
    ['committed_at', words.moment(committedAt)],
    ['opened_at', openedAt && words.moment(openedAt)],
    ['tickets_root', ticketsRoot],
    ['closed_at', closedAt && words.moment(closedAt)],
    ['seed', seed],
    ['published_at', publishedAt && words.moment(publishedAt)],
    ['function', proof.drawFunction],
    ['parameters', JSON.stringify(proof.drawParameters)],
    ['drawn', proof.drawn.join(' ')],
    ['drawn_before', proof.correction && differs(proof.correction.drawnBefore, proof.drawn)],
    ['drawn_by_seed', differs(proof.drawnBySeed, proof.drawn)],
    [
      'verified',
      proof.verified === null ? null : words.t(proof.verified ? 'proof.agrees' : 'proof.disagrees'),
    ],
  ];
  // `openedAt` is null if sales never opened. Either the platform was down during the sales period, or it generated the
  // draw as a past draw at its first start. The commitment of such a draw proves nothing about its tickets.
  const isBeforeSales = openedAt !== null && Date.parse(committedAt) < Date.parse(openedAt);
  return {
    // Corrected numbers do not follow from the seed, so the text must not claim that they do.
    text: words.t(
      proof.correction && proof.verified === false
        ? 'proof.text_corrected'
        : isBeforeSales
          ? 'proof.text'
          : 'proof.text_late',
    ),
    facts: facts.flatMap(([key, text]) =>
      text ? [{ label: words.t(`proof.${key}`), text, isData: dataFacts.has(key) }] : [],
    ),
  };
}

function prizeRow(prize: DrawPrize, result: Result, words: Words): PrizeRow {
  const { name, text } = words.prize(result.gameId, prize);
  return {
    name,
    match: [text, prize.prizeSubText].filter(Boolean).join(' · '),
    winners: words.count(prize.noOfWinner),
    amount: words.money(prize.prizeAmount, result.currencyCode),
    numbers: prize.betNumber.map(({ number, colorKey }) => ({
      text: prize.betSeriesName ? `${prize.betSeriesName} ${number}` : number,
      colorKey,
    })),
  };
}
