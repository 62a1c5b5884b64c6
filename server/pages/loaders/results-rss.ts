import type { Result } from '../../../shared/contract/results.ts';
import type { FileLoader, PageRequest } from '../loader.ts';
import { type FeedGame, feedGame } from './feed-source.ts';

/**
 * Placeholder that is used if no public origin is configured, because the package `feed` rejects relative links. It is
 * removed from the finished file.
 */
const noOrigin = 'http://site.invalid';

/** Loads `/results/{slug}.rss`: the newest 50 results of one game for feed readers (RSS 2.0). */
export const loadResultsRss: FileLoader = async (request) => {
  const source = await feedGame({ ...request, siteUrl: request.siteUrl ?? noOrigin });
  if (!source) return null;
  const { words, sources } = request;
  const { game, mark, files, resultsUrl } = source;
  const results = await sources.published(game.gameId, 1);
  const names = { game: mark.gameName };
  // Few sites receive requests for feeds, so the package is loaded only at the first request.
  const { Feed } = await import('feed');
  const feed = new Feed({
    title: xmlText(words.t('feed.title', names)),
    description: xmlText(words.t('feed.description', names)),
    link: resultsUrl,
    feedLinks: { rss: files.rss },
    language: words.lang,
    generator: false,
    // Set the time of the last change. Otherwise, the package `feed` would use the current time, and each reload would
    // change the file's bytes.
    updated: new Date(Math.max(0, ...results.map((result) => changedAt(result).getTime()))),
  });
  for (const result of results) feed.addItem(itemOf(result, source, request));
  return { contentType: 'application/rss+xml; charset=utf-8', text: feed.rss2().replaceAll(noOrigin, '') };
};

const changedAt = ({ correction, drawStartDate }: Result): Date => new Date(correction?.at ?? drawStartDate);

function itemOf(result: Result, { drawUrl }: FeedGame, { words, cards }: PageRequest) {
  const { title, drawText, dateText, topPrize, winnersText, correction, revision, numbers } =
    cards.result(result);
  const mark = correction ? `${correction.title}: ` : '';
  const drawn = numbers.map(({ text }) => text).join(', ');
  const lines = [
    correction && `${correction.title} ${correction.text} ${correction.reason}`,
    correction?.before,
    drawn,
    `${dateText} · ${topPrize.label}: ${topPrize.text} · ${winnersText}`,
    result.rollsOver ? words.t('card.rolls_over') : null,
  ];
  return {
    title: xmlText(`${mark}${title}, ${drawText}: ${drawn}`).replaceAll(']]>', ']] >'),
    // Feed readers show an item with a known id only once, so a corrected result gets a new id.
    id: revision === 0 ? result.drawId : `${result.drawId}/${revision}`,
    link: drawUrl(result),
    date: changedAt(result),
    description: lines.flatMap((line) => (line ? [`<p>${htmlText(line)}</p>`] : [])).join(''),
  };
}

/**
 * Removes the control characters that XML 1.0 forbids. A single such character would make the whole feed unreadable.
 */
const xmlText = (text: string): string => text.replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '');

const htmlText = (text: string): string =>
  xmlText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
