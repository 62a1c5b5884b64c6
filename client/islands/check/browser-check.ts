import type { CheckWords } from '../../../shared/check/answers.ts';
import type { CheckQuery } from '../../../shared/check/check-fields.ts';
import { type CheckedGame, checkedGames } from '../../../shared/check/check-request.ts';
import { type CheckCall, CheckFailed } from '../../../shared/check/find-draws.ts';
import { lineText } from '../../../shared/check/line-texts.ts';
import { failureText, nothingChecked, runCheck } from '../../../shared/check/run-check.ts';
import { createDateWords } from '../../../shared/date-words.ts';
import { isoDayIn, startOfDay } from '../../../shared/domain/site-time.ts';
import { formatMoney } from '../../../shared/format-money.ts';
import type { CheckState, CheckView } from '../../../shared/pages/check.ts';
import { callWith } from '../../api/call-api.ts';
import { loadTexts } from '../../i18n/texts.ts';
import type { BoughtTicket } from './check-parts.ts';

/** Makes a call without a popup on failure, because the form shows a message of its own. */
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

/**
 * Returns the time of the device. If the device's clock is so slow that its day is before the server's day, returns the
 * start of the server's day.
 */
function nowOf({ today, formats: { timeZone } }: CheckView): Date {
  const now = new Date();
  return isoDayIn(timeZone, now) < today ? startOfDay(timeZone, today) : now;
}

let games: readonly CheckedGame[] | null = null;

export async function checkInBrowser(query: CheckQuery, view: CheckView): Promise<CheckState> {
  const words = await loadWords(view);
  try {
    games ??= checkedGames((await call('gameList', {})).gameList);
  } catch (error) {
    if (!(error instanceof CheckFailed)) throw error;
    return { ...nothingChecked, problem: failureText(error, words) };
  }
  const { state } = await runCheck(query, {
    games,
    words,
    call,
    now: nowOf(view),
    timeZone: view.formats.timeZone,
  });
  return state;
}

export async function myTickets(gameId: string, view: CheckView): Promise<BoughtTicket[] | null> {
  const [words, result] = await Promise.all([
    loadWords(view),
    callWith('transaction/purchaseSummary', gameId ? { gameId } : {}, { isQuiet: true }),
  ]);
  if (result.kind !== 'ok') return null;
  const { t } = words;
  const start = (at: string) => `${words.day(at)} · ${words.time(at)}`;
  return result.data.purchases.map(({ receiptNumber, drawStartDate, drawNumber, lines, ...purchase }) => ({
    receiptNumber,
    gameId: purchase.gameId,
    drawNumber,
    drawText: `${t('card.draw_number', { number: words.count(drawNumber) })}, ${start(drawStartDate)}`,
    linesText: t('check.count_tickets', { number: words.count(lines.length) }),
    numbers: lines.map((line) => lineText(line, t)).join('\n'),
  }));
}
