import type {
  DrawnCount,
  DrawnPart,
  DrawStatisticsResponse,
} from '../../../shared/contract/draw-statistics.ts';
import type { StatisticsPart } from '../../../shared/pages/draw-statistics.ts';
import type { Words } from '../../words/words.ts';
import { gameMark, gamePictureOf, markOf } from '../cards.ts';
import { metaOf, notFound, type PageLoader } from '../loader.ts';
import { splitItems } from './split-items.ts';

/** Maximum number of rows in a single chart. A longer list of drawn values is split into several charts of ten rows. */
const mostRows = 12;
const rowsPerChart = 10;

/** Loads `/statistics/{slug}`: how often each number of a game was drawn, and how many draws ago it was last drawn. */
export const loadDrawStatistics: PageLoader = async (request) => {
  const { params, words, sources } = request;
  const games = await sources.games();
  const game = games.find(({ slug }) => slug === params['slug']);
  if (!game) return notFound;
  const statistics = await sources.statistics(game.gameId);
  const mark = markOf(game, words);
  const title = words.t('draw_statistics.title', { game: mark.gameName });
  const description = words.t('draw_statistics.description', { game: mark.gameName });
  return {
    status: 200,
    page: {
      kind: 'statistics',
      game: mark,
      games: games.map((each) => ({
        gameId: each.gameId,
        gameName: markOf(each, words).gameName,
        href: `${words.langPrefix}/statistics/${each.slug}`,
      })),
      title,
      lead: leadOf(statistics, words) ?? description,
      note: game.drawParameters.kind === 'raffle' ? words.t('draw_statistics.note_raffle') : null,
      resultsHref: `${words.langPrefix}/results?game=${game.gameId}`,
      parts: statistics.draws === 0 ? [] : statistics.parts.map((part) => partOf(part, statistics, words)),
    },
    meta: metaOf(request, {
      title,
      description,
      canonicalPath: `/statistics/${game.slug}`,
      drawnPicture: gamePictureOf(game, words),
    }),
  };
};

function leadOf({ draws, firstDrawDate, lastDrawDate }: DrawStatisticsResponse, words: Words): string | null {
  if (draws === 0 || firstDrawDate === null || lastDrawDate === null) return null;
  return words.t('draw_statistics.lead', {
    draws: words.count(draws),
    from: words.day(firstDrawDate),
    to: words.day(lastDrawDate),
  });
}

function titleOf({ part, place, values }: DrawnPart, words: Words): string {
  if (part !== 'place') return words.t(`draw_statistics.part.${part}`);
  return words.t(values[0]?.isImage ? 'board.place' : 'board.digit', { place: place ?? 1 });
}

function labelOf(part: DrawnPart['part'], { tNumber, isImage }: DrawnCount, words: Words): string {
  if (part === 'color') return words.tOr(`board.color.${tNumber}`, tNumber);
  return isImage ? words.tOr(`board.symbol.${tNumber}`, tNumber) : tNumber;
}

/** Rounds to one decimal, which is exact enough for a bar and keeps the document small. */
const rounded = (percent: number): number => Math.round(percent * 10) / 10;

function hintOf(part: DrawnPart['part'], average: number, words: Words): string {
  if (part === 'color') return words.t('draw_statistics.hint_color');
  return words.t('draw_statistics.average', { times: words.count(rounded(average)) });
}

function partOf(drawn: DrawnPart, statistics: DrawStatisticsResponse, words: Words): StatisticsPart {
  const { part, place, perDraw, values } = drawn;
  const title = titleOf(drawn, words);
  const largest = Math.max(1, ...values.map(({ times }) => times));
  const average = (perDraw * statistics.draws) / values.length;
  const rows = values.map((value) => ({
    label: labelOf(part, value, words),
    text: words.count(value.times),
    percent: rounded((value.times / largest) * 100),
  }));
  const chunks = rows.length > mostRows ? splitItems(rows, rowsPerChart) : [rows];
  const { gameName } = gameMark({ ...statistics, iconName: '', colorCode: '' }, words);
  return {
    id: place === null ? part : `${part}-${place}`,
    title,
    hint: hintOf(part, average, words),
    charts: chunks.map((each) => ({
      title: words.t(chunks.length > 1 ? 'draw_statistics.chart_range' : 'draw_statistics.chart', {
        part: title,
        first: each[0]?.label ?? '',
        last: each.at(-1)?.label ?? '',
      }),
      rows: each,
    })),
    averagePercent: part === 'color' ? null : rounded((average / largest) * 100),
    caption: words.t('draw_statistics.caption', { part: title, game: gameName }),
    columns: [
      words.t('draw_statistics.value'),
      words.t('draw_statistics.times'),
      words.t('draw_statistics.recent', { draws: words.count(statistics.recentDraws) }),
      words.t('draw_statistics.ago'),
    ],
    rows: values.map((value) => ({
      label: labelOf(part, value, words),
      cells: [
        words.count(value.times),
        words.count(value.recentTimes),
        value.drawsAgo === null ? words.t('draw_statistics.never') : words.count(value.drawsAgo),
      ],
    })),
  };
}
