import { nextSlot, type Slot, slotAt } from '../../../shared/domain/schedule.ts';
import { isoDayIn, startOfDay } from '../../../shared/domain/site-time.ts';
import type { FileLoader, PageRequest } from '../loader.ts';
import { type FeedGame, feedGame } from './feed-source.ts';

const mostDraws = 100;
const mostDays = 60;
const hourMs = 3_600_000;
/**
 * The revision time (DTSTAMP) of every calendar entry. It is constant, because the current time would change the file's
 * bytes with each reload. The value is the instant from which draw numbers are counted.
 */
const stamp = new Date('2026-01-01T00:00:00Z');

/** Loads `/results/{slug}.ics`: the coming draws of one game for calendars (RFC 5545). */
export const loadDrawsIcs: FileLoader = async (request) => {
  const source = await feedGame(request);
  if (!source) return null;
  const { words, siteUrl } = request;
  const { game, mark, files, urlOf } = source;
  // Few sites receive requests for calendars, so the package is loaded only at the first request.
  const { default: ical, ICalEventTransparency } = await import('ical-generator');
  const host = siteUrl ? new URL(siteUrl).host : 'localhost';
  const calendar = ical({
    name: words.t('feed.calendar', { game: mark.gameName }),
    prodId: { company: host, product: 'draws', language: words.lang.toUpperCase() },
    url: files.ics,
    ttl: 12 * 3600,
  });
  for (const { number, at } of comingDraws(source, request)) {
    calendar.createEvent({
      id: `${game.gameId}-${number}@${host}`,
      // Without a time zone, ical-generator writes all times in UTC. A UTC time is the same instant in every calendar,
      // and the file needs no definition of a time zone.
      start: at,
      stamp,
      summary: `${mark.gameName}, ${words.t('card.draw_number', { number: words.count(number) })}`,
      description: words.start(at.toISOString()),
      url: urlOf(mark.gameHref),
      // Calendars must not show the player as busy during a draw.
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return { contentType: 'text/calendar; charset=utf-8', text: `${calendar.toString()}\r\n` };
};

/**
 * Returns the draws of the next 60 days, at most 100. The list starts at the beginning of the current day, or of the
 * current hour for games with many draws a day. All requests within this day or hour therefore get the same list.
 */
function comingDraws({ game: { schedule } }: FeedGame, { now, config }: PageRequest): Slot[] {
  const { timeZone } = config.boot;
  const fromMs =
    schedule.every === 'minutes'
      ? Math.floor(now.getTime() / hourMs) * hourMs
      : startOfDay(timeZone, isoDayIn(timeZone, now)).getTime();
  const first = nextSlot(schedule, new Date(fromMs - 1), timeZone).number;
  const untilMs = fromMs + mostDays * 24 * hourMs;
  return Array.from({ length: mostDraws }, (_, index) => first + index)
    .map((number) => ({ number, at: slotAt(schedule, number, timeZone) }))
    .filter(({ at }) => at.getTime() < untilMs);
}
