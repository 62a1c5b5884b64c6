import type { CheckWords } from '../../../shared/check/answers.ts';
import { type CheckedGame, type CheckQuery, checkedGames } from '../../../shared/check/check-request.ts';
import { type CheckCall, CheckFailed } from '../../../shared/check/find-draws.ts';
import { lineText } from '../../../shared/check/line-texts.ts';
import { type CheckOutcome, runCheck } from '../../../shared/check/run-check.ts';
import { createDateWords } from '../../../shared/date-words.ts';
import { isoDayIn, startOfDay } from '../../../shared/domain/site-time.ts';
import type { CheckView } from '../../../shared/pages/check.ts';
import { callWith } from '../../api/call-api.ts';
import { loadTexts } from '../../i18n/texts.ts';
import { formatMoney } from '../../ui/format-money.ts';

/** Makes a call quietly, because the form shows a message of its own. */
const call: CheckCall = async (name, data) => {
  const result = await callWith(name, data, { isQuiet: true });
  if (result.kind === 'ok') return result.data;
  throw new CheckFailed(result.kind === 'refused' ? result.firstCode : null);
};

async function loadWords({ formats, langPrefix }: CheckView): Promise<CheckWords> {
  const t = await loadTexts(['check', 'codes', 'draws', 'games', 'pages', 'play']);
  const { locale, timeZone } = formats;
  const number = new Intl.NumberFormat(locale);
  return {
    t,
    langPrefix,
    ...createDateWords(locale, timeZone),
    money: (amountMinor, currencyCode) => formatMoney(amountMinor, currencyCode, formats),
    count: (value) => number.format(value),
  };
}

/** Returns the time of the device, or the start of the server's day if the device is behind that day. */
function nowOf({ today, formats: { timeZone } }: CheckView): Date {
  const now = new Date();
  return isoDayIn(timeZone, now) < today ? startOfDay(timeZone, today) : now;
}

let games: readonly CheckedGame[] | null = null;

/**
 * Checks the numbers of a query like the server.
 * @throws if the texts cannot be loaded
 */
export async function checkInBrowser(query: CheckQuery, view: CheckView): Promise<CheckOutcome> {
  const words = await loadWords(view);
  try {
    games ??= checkedGames((await call('gameList', {})).gameList);
  } catch (error) {
    if (!(error instanceof CheckFailed)) throw error;
    return {
      state: { errors: [], problem: words.t('check.failed'), answers: null },
      failed: error,
    };
  }
  return runCheck(query, { games, words, call, now: nowOf(view), timeZone: view.formats.timeZone });
}

/** A purchase of the player, with the texts that the form shows and needs. */
export interface BoughtTicket {
  receiptNumber: string;
  gameId: string;
  drawNumber: number;
  drawText: string;
  linesText: string;
  /** The lines as the form accepts them. */
  numbers: string;
}

/**
 * Reads the player's newest purchases.
 * @param gameId restricts the purchases to a game; empty for all games
 * @returns null if the call has failed
 */
export async function myTickets(gameId: string, view: CheckView): Promise<BoughtTicket[] | null> {
  const [{ t, count, day, time }, result] = await Promise.all([
    loadWords(view),
    callWith('transaction/purchaseSummary', gameId ? { gameId } : {}, { isQuiet: true }),
  ]);
  if (result.kind !== 'ok') return null;
  return result.data.purchases.map(({ receiptNumber, drawStartDate, drawNumber, lines, ...purchase }) => ({
    receiptNumber,
    gameId: purchase.gameId,
    drawNumber,
    drawText: `${t('card.draw_number', { number: count(drawNumber) })}, ${day(drawStartDate)} · ${time(drawStartDate)}`,
    linesText: t('check.count_tickets', { number: count(lines.length) }),
    numbers: lines.map((line) => lineText(line, t)).join('\n'),
  }));
}
